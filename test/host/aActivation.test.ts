import * as vscode from 'vscode';
describe('probe', () => {
  it('x', async () => {
    const slots = () => ['undici.globalDispatcher.1','undici.globalDispatcher.2'].map((n) => String(Object.getOwnPropertyDescriptor(globalThis, Symbol.for(n))?.value?.constructor?.name));
    console.log('SLOTS', JSON.stringify(slots()), process.version, process.versions.undici);
    const e = vscode.extensions.getExtension('bot-tags.bot-tag-explorer')!;
    console.log('ACTIVE', e.isActive);
    await e.activate();
    console.log('CACHE', Object.keys(require.cache).filter((k) => k.includes('dist')).join());
    console.log('CMDS', (await vscode.commands.getCommands(false)).filter((c) => c.startsWith('botTags')).join(' '));
    try { await vscode.commands.executeCommand('botTags.createTag', { bot: 'no', name: 'x' }); } catch (err) { console.log('ERR', (err as Error).name, (err as Error).message, (err as Error).constructor.name); }
    console.log('SLOTS', JSON.stringify(slots()));
    console.log('CACHE', Object.keys(require.cache).filter((k) => k.includes('dist')).join());
  });
});
