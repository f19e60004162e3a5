import * as vscode from 'vscode';
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { UserError } from '../base/errors.ts';
import { type Bot, type CatalogueItem, TAG } from '../base/model.ts';
import { PLAN_SUFFIX } from '../base/plan.ts';
import { cutEnd, cutMiddle, oneLine } from '../base/safeText.ts';
import { markdownOf } from '../base/ui/editor.ts';
import { showInformation } from '../base/ui/window.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { botByReference } from '../catalogue/ui/handler.ts';
import { notListedText } from '../catalogue/ui/itemEntries.ts';
import { botLines, requireUnlocked } from '../catalogue/ui/writeGuard.ts';
import type { AgentInput, AgentTool } from '../commands/agentTools.ts';
import { matchingRows } from '../customers/ui/chosenRows.ts';
import { openAndLoad } from '../customers/ui/loadCustomers.ts';
import { requireSegment } from '../customers/ui/namedSource.ts';
import { type SearchNeeds, freezeSearch } from '../customers/ui/narrowing.ts';
import { describeError } from '../errors/ui/describeError.ts';
import { openPlan, planName } from '../plans/ui/planFiles.ts';
import { fileExists } from '../workspaceFile/ui/readFile.ts';
import { changesText } from '../plans/ui/planWords.ts';
import { ENDPOINTS } from '../plans/ui/runPlan.ts';
import type { AgentTools } from './registerTools.ts';
import type { Services } from './services.ts';

type Needs = SearchNeeds & Pick<Services, 'panels' | 'validators' | 'commands' | 'errors'>;

const MAX_TAGS = 50;
/**
 * Minimum count to report exactly, of the customers that match and of the others. A search that matches only one
 * customer, or all but one, would reveal facts about this customer.
 */
const MIN_REPORTED_COUNT = 10;
/** Maximum length of a name. Names come from outside and may contain instructions for a model. */
const MAX_NAME_LENGTH = 80;
const MAX_ERROR_LENGTH = 500;

export function createAgentTools(services: Needs): AgentTools {
  const withShortErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw shortError(error);
    }
  };
  return {
    prepare: (tool, input) => withShortErrors(() => prepareCall(services, tool, input)),
    invoke: (tool, input, token) =>
      withShortErrors(async () => JSON.stringify(await invokeTool(services, tool, input, token))),
  };
}

/** Returns an error that contains only a short text, because a model may read the whole error. */
function shortError(error: unknown): Error {
  return new Error(cutMiddle(oneLine(describeError(error)), MAX_ERROR_LENGTH));
}

/** Returns the texts that VS Code shows before the call, such as the confirmation of a plan. */
async function prepareCall(
  services: Needs,
  tool: AgentTool,
  input: unknown,
): Promise<vscode.PreparedToolInvocation> {
  const { parseAgentInput } = await services.validators();
  const catalogue = await services.catalogue();
  if (tool === 'botTags_find_tags') {
    const { bot } = parseAgentInput(tool, input);
    if (bot === undefined) return {};
    return { invocationMessage: markdown(botLines(botByReference(catalogue, bot))) };
  }
  if (tool === 'botTags_count_customers') {
    const { bot, search } = parseAgentInput(tool, input);
    const lines = [searchLine(search), ...botLines(botByReference(catalogue, bot))];
    return { invocationMessage: markdown(lines) };
  }
  const { bot, action, tags, search, file } = await resolvePlan(
    services,
    parseAgentInput(tool, input),
  );
  const lines = [
    changesText({ action, tags }),
    ...botLines(bot),
    ...tags.map(({ name, id }) => vscode.l10n.t('{0} · {1}', name, id)),
    search === undefined ? (file ?? '') : searchLine(search),
    vscode.l10n.t('Nothing will be changed in the service. The plan file will contain user IDs.'),
  ];
  const message = markdown(lines);
  return {
    invocationMessage: message,
    confirmationMessages: { title: vscode.l10n.t('Create Plan'), message },
  };
}

async function invokeTool(
  services: Needs,
  tool: AgentTool,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<object> {
  const { parseAgentInput } = await services.validators();
  switch (tool) {
    case 'botTags_find_tags':
      return findTags(services, parseAgentInput(tool, input));
    case 'botTags_count_customers':
      return countCustomers(services, parseAgentInput(tool, input));
    case 'botTags_draft_plan':
      return draftPlan(services, parseAgentInput(tool, input), token);
  }
}

/** Finds tags in the catalogue, without a request. */
async function findTags(
  services: Needs,
  { query = '', bot }: AgentInput<'botTags_find_tags'>,
): Promise<object> {
  const catalogue = await services.catalogue();
  // Folders among the matches are left out below, so more matches than `MAX_TAGS` are requested.
  const request = { query, ...(bot === undefined ? {} : { bot }), limit: 10 * MAX_TAGS };
  const matches = await services.commands.handlerOf('botTags.goToTag').withArguments(request);
  const tags = matches.flatMap((match) => {
    const item = catalogue.item(match.bot, match.id);
    return item?.type === TAG ? [item] : [];
  });
  return {
    tags: tags.slice(0, MAX_TAGS).map((tag) => tagJson(catalogue, tag)),
    ...(tags.length > MAX_TAGS ? { more: true } : {}),
  };
}

function tagJson(catalogue: Catalogue, tag: CatalogueItem): object {
  const bot = catalogue.bot(tag.bot);
  const scan = catalogue.scan(tag.bot);
  const isScanned = scan !== undefined && tag.scan === scan.id;
  return {
    // The whole ID, because the agent passes it to other tools.
    id: oneLine(tag.id),
    name: shortName(tag.name),
    path: catalogue.ancestors(tag).map(({ name }) => shortName(name)),
    bot: tag.bot,
    botLabel: shortName(bot?.label ?? ''),
    environment: shortName(bot?.environment ?? ''),
    deleted: tag.state === 'gone',
    ...(isScanned ? { customers: tag.seenOn, ofScanned: scan.customers } : {}),
  };
}

/** Shows the search in the Customers panel and returns the number of matches, never a record. */
async function countCustomers(
  services: Needs,
  { bot: reference, search }: AgentInput<'botTags_count_customers'>,
): Promise<object> {
  requireSegment(search);
  const narrowing = await freezeSearch(
    services,
    botByReference(await services.catalogue(), reference),
    search,
  );
  const { panel } = await openAndLoad(services, { bot: reference });
  panel.show({ type: 'showSegment', text: search });
  // The user may load other customers during the count, so the same rows are counted and reported.
  const { pager, patched } = panel;
  let matchCount = 0;
  for await (const _row of matchingRows({ pager, patched }, narrowing)) matchCount++;
  const { rowCount, state } = pager;
  const customers = `${countText(matchCount, rowCount)} of ${rowCount} loaded`;
  return { customers, complete: state === 'end' };
}

function countText(matchCount: number, rowCount: number): string {
  if (matchCount < MIN_REPORTED_COUNT) return `fewer than ${MIN_REPORTED_COUNT}`;
  const limit = rowCount - MIN_REPORTED_COUNT;
  return matchCount > limit ? `more than ${limit}` : String(matchCount);
}

/** Writes a plan without running it. The plan is not opened: it has user IDs, and a model reads open editors. */
async function draftPlan(
  services: Needs,
  input: AgentInput<'botTags_draft_plan'>,
  token: vscode.CancellationToken,
): Promise<object> {
  const { bot, action, tags, search, file } = await resolvePlan(services, input);
  const names = tags.map(({ name }) => name);
  const planFile = await newPlanFile(planName(action, names, services.clock.now()));
  const { files, totals } = await services.commands.handlerOf('botTags.attachTags').withArguments({
    bot: bot.key,
    action,
    tags: tags.map(({ id }) => id),
    file: planFile.fsPath,
    ...(search === undefined ? {} : { segment: search }),
    from: file === undefined ? 'service' : { file },
    cancellation: token,
  });
  offerPlan(files.map((uri) => vscode.Uri.parse(uri))).catch(
    (error: unknown) => void services.errors.show(error, bot.key),
  );
  return {
    files: files.map((uri) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri))),
    totals,
  };
}

async function offerPlan(files: readonly vscode.Uri[]): Promise<void> {
  const open = vscode.l10n.t('Open Plan');
  const [firstFile] = files;
  const name = vscode.workspace.asRelativePath(firstFile ?? '');
  const picked = await showInformation(vscode.l10n.t('Plan: {0}', name), open);
  if (picked === open) await openPlan(files);
}

interface ResolvedPlan {
  readonly bot: Bot;
  readonly action: 'attach' | 'detach';
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly search?: string | undefined;
  /** Absolute path of the file with the customers. */
  readonly file?: string | undefined;
}

async function resolvePlan(
  services: Needs,
  { bot: reference, action, tags, search, file }: AgentInput<'botTags_draft_plan'>,
): Promise<ResolvedPlan> {
  if ((search === undefined) === (file === undefined)) {
    throw new UserError(
      vscode.l10n.t('Give either "search" or "file", not both. The file must be in the workspace.'),
    );
  }
  const catalogue = await services.catalogue();
  const bot = botByReference(catalogue, reference);
  requireUnlocked(catalogue, bot, ENDPOINTS[action], tags);
  const listedTags = [...new Set(tags)].map((id) => {
    const item = catalogue.item(bot.key, id);
    if (item?.type !== TAG) throw new UserError(notListedText(id));
    return { id, name: item.name };
  });
  const path = file === undefined ? undefined : await fileInWorkspace(file);
  return { bot, action, tags: listedTags, search, file: path };
}

function searchLine(search: string): string {
  return vscode.l10n.t('Search: {0}', search);
}

/** Returns the lines as plain text, the first one in bold. */
function markdown([first = '', ...lines]: readonly string[]): vscode.MarkdownString {
  return markdownOf(first, lines, []);
}

/** Returns a name as one short line, without characters that hide text or change its direction. */
function shortName(text: string): string {
  return cutEnd(oneLine(text), MAX_NAME_LENGTH);
}

async function fileInWorkspace(path: string): Promise<string> {
  // A folder that was deleted stays in the workspace.
  const realPaths = workspaceFolders().map((folder) => realpath(folder).catch(() => undefined));
  const folders = (await Promise.all(realPaths)).filter((folder) => folder !== undefined);
  for (const folder of folders) {
    // A symbolic link in the workspace may point outside.
    const realFile = await realpath(isAbsolute(path) ? path : join(folder, path)).catch(() => '');
    if (folders.some((realFolder) => isBelow(realFile, realFolder))) return realFile;
  }
  throw new UserError(
    vscode.l10n.t(
      '"{0}" is not a file in the workspace. Give the path of an existing file in the workspace.',
      path,
    ),
  );
}

/** Returns whether a path is below a folder, which may be the root of the file system. */
function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Returns a file that does not exist yet, in the first workspace folder. */
async function newPlanFile(name: string): Promise<vscode.Uri> {
  const [folder = ''] = workspaceFolders();
  for (let number = 1; ; number++) {
    const numberedName = number === 1 ? name : `${name}-${number}`;
    const file = vscode.Uri.file(join(folder, `${numberedName}${PLAN_SUFFIX}`));
    if (!(await fileExists(file))) return file;
  }
}

function workspaceFolders(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(
    ({ uri }) => uri.scheme === 'file',
  );
  if (folders.length > 0) return folders.map(({ uri }) => uri.fsPath);
  throw new UserError(
    vscode.l10n.t(
      'No folder is open in VS Code. Open the folder that contains the files of your bot, then try again.',
    ),
  );
}
