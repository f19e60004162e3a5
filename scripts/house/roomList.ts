import { ROOMS } from './rooms.ts';

const BEGIN = '<!-- rooms -->';
const END = '<!-- /rooms -->';

/** The page with the list of rooms as the table has it. */
export function withRooms(page: string): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  const lines = Object.entries(ROOMS).map(([name, { purpose }]) => {
    const folder = name === 'src' ? 'src' : `src/${name}`;
    // But for what is written in capitals anyway.
    const begins = /^[A-Z][a-z ]/.test(purpose)
      ? purpose.charAt(0).toLowerCase()
      : purpose.charAt(0);
    return `- \`${folder}\`: ${begins}${purpose.slice(1)}`;
  });
  return `${before}${BEGIN}\n\n${lines.join('\n')}\n\n${END}${after}`;
}
