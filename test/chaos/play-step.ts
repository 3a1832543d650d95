import { MINUTE_MS } from '#schemas/durations.ts';
import type { SpawnedServer } from '#test/setup/spawned-server.ts';
import type { Fault, ProxiedRequest } from '#test/sync/fault-proxy.ts';
import { streams } from '#schemas/api/calls.ts';
import { type StateBeforeRestore, recordStateBeforeRestore } from './before-restore.ts';
import { decideProduct } from './decide-product.ts';
import { makeEdit } from './edits.ts';
import type { Actor, World } from './actor.ts';
import type { Page } from './page.ts';
import { pause } from './pause.ts';
import type { Phone } from './phone.ts';
import { emptyIntents } from './intents.ts';
import type { ServerBackup } from './server-backup.ts';
import { serverState } from './server-state.ts';
import { PAGES, type Step } from './steps.ts';
import type { Tally } from './tally.ts';

const FLAP_MS = 150;

/** Environment in which a history is played. */
export interface Run {
  readonly server: SpawnedServer;
  readonly backup: ServerBackup;
  readonly phones: readonly Phone[];
  readonly tally: Tally;
  readonly world: World;
  /** Faults for each phone's next requests. */
  readonly faults: Fault[][];
  readonly stopFlapping: (() => void)[];
  /** Requests affected by a fault. */
  readonly faultedRequests: Set<ProxiedRequest>;
  /** Resolves once the server is running again. */
  starting: Promise<void>;
  /** State before the restore; null if there was none. */
  stateBeforeRestore: StateBeforeRestore | null;
}

type StepWith<Key extends string> = Extract<Step, Record<Key, unknown>>;

/** Creates the environment; from now on, the phones' networks fail as the steps specify. */
export function createRun(
  server: SpawnedServer,
  backup: ServerBackup,
  phones: readonly Phone[],
  tally: Tally,
): Run {
  const faults = phones.map((): Fault[] => []);
  const faultedRequests = new Set<ProxiedRequest>();
  for (const [index, phone] of phones.entries()) {
    phone.proxy.decide = (request) => {
      tally.requests += 1;
      if (isStream(request)) return undefined;
      const fault = faults[index]?.shift();
      if (fault) {
        tally.faults += 1;
        faultedRequests.add(request);
      }
      return fault;
    };
  }
  return {
    server,
    backup,
    phones,
    tally,
    world: { intents: emptyIntents(), usedSerials: 0 },
    faults,
    stopFlapping: phones.map(() => () => undefined),
    faultedRequests,
    starting: Promise.resolve(),
    stateBeforeRestore: null,
  };
}

export async function playStep(step: Step, run: Run): Promise<void> {
  if ('edit' in step) return playEdit(step, run);
  if ('lifecycle' in step) return playLifecycle(step, run);
  if ('network' in step) return playNetwork(step, run);
  if ('session' in step) return playSession(step, run);
  if ('server' in step) return playServer(step, run);
  if ('decision' in step) return playDecision(step, run);
  if ('waitMs' in step) return pause(step.waitMs);
  if ('faults' in step) run.faults[step.phone]?.push(...step.faults);
  else {
    const phone = run.phones[step.phone];
    if (phone) phone.clockOffset = step.clockMinutes * MINUTE_MS;
  }
}

async function playEdit(step: StepWith<'edit'>, run: Run): Promise<void> {
  const { tally, world } = run;
  const [page, phone, index] = await pageOf(step.page, run);
  // People can't use a frozen page.
  page.resume();
  const actor: Actor = {
    account: page.account,
    phone: PAGES[step.page]?.phone ?? 0,
    unlessKilled: (command) => page.unlessKilled(command.then((value) => ({ value }))),
  };
  tally.edits += 1;
  const edit = makeEdit(step, actor, world).catch(() => false);
  if (step.killAfterMs !== null) {
    await pause(step.killAfterMs);
    kill(phone, index, tally);
  }
  // In a killed page, the reads before the edit may hang. Then the edit was never acknowledged.
  const outcome = await Promise.race([
    edit,
    page.unlessKilled(new Promise<boolean>(() => undefined)),
  ]);
  if (!outcome) return;
  tally.acknowledged += 1;
  if (step.edit === 'new_photo') tally.newPhotos += 1;
  if (step.edit === 'attach') tally.attachments += 1;
}

async function playLifecycle(step: StepWith<'lifecycle'>, run: Run): Promise<void> {
  if (step.lifecycle === 'suspend') return suspend(step, run);
  const [page, phone, index] = await pageOf(step.page, run);
  if (step.lifecycle === 'kill') kill(phone, index, run.tally);
  if (step.lifecycle === 'hide') page.emit('hidden');
  if (step.lifecycle === 'show') page.emit('visible');
  if (step.lifecycle === 'wake') page.resume();
  if (step.lifecycle === 'close') {
    page.resume();
    phone.pages[index] = null;
    await page.close();
  }
}

/** Freezes an open page until a step, an edit or the end resumes it. */
function suspend({ page }: StepWith<'lifecycle'>, { phones, tally }: Run): void {
  const { phone, index } = PAGES[page] ?? PAGES[0];
  const openPage = phones[phone]?.pages[index];
  if (!openPage) return;
  tally.suspensions += 1;
  openPage.suspend();
}

function playNetwork(step: StepWith<'network'>, { phones, stopFlapping }: Run): void {
  const phone = phones[step.phone];
  stopFlapping[step.phone]?.();
  if (!phone) return;
  if (step.network === 'flap') stopFlapping[step.phone] = phone.proxy.flap(FLAP_MS, FLAP_MS);
  else phone.proxy.isDown = step.network === 'down';
}

async function playSession(step: StepWith<'session'>, run: Run): Promise<void> {
  await run.starting;
  const phone = run.phones[step.phone];
  await (step.session === 'end' ? phone?.endSession() : phone?.signIn());
}

async function playDecision(step: StepWith<'decision'>, run: Run): Promise<void> {
  await run.starting;
  const [phone] = run.phones;
  if (!phone) return;
  const isAccepted = await decideProduct(step, run.server.url, phone.direct);
  if (isAccepted) run.tally.decisions += 1;
}

/** The phones continue while the server is stopped, copied and restarted. */
async function playServer(step: StepWith<'server'>, run: Run): Promise<void> {
  const { server, backup, phones, tally, world } = run;
  await run.starting;
  if (step.server === 'restore') {
    if (!backup.exists) return;
    run.stateBeforeRestore = await recordStateBeforeRestore(
      phones,
      world.intents,
      run.stateBeforeRestore,
    );
    tally.restores += 1;
  }
  const contents = step.server === 'restore' ? await storedContents(phones) : null;
  tally.serverKills += 1;
  await server.kill();
  run.starting = restartServer(step.server, run, contents);
}

/** Returns the ids of the attachments whose content the server has. */
async function storedContents([phone]: readonly Phone[]): Promise<ReadonlySet<string>> {
  const { attachments } = phone ? await serverState(phone.direct) : { attachments: new Map() };
  const rows = [...attachments.values()].filter(({ has_content }) => has_content === true);
  return new Set(rows.map(({ uuid }) => String(uuid)));
}

async function restartServer(
  step: StepWith<'server'>['server'],
  { server, backup, phones, tally }: Run,
  contentsBefore: ReadonlySet<string> | null,
): Promise<void> {
  if (step === 'backup') await backup.create();
  if (step === 'restore') await backup.restore();
  await server.start();
  if (contentsBefore === null) return;
  for (const phone of phones) await phone.signInDirect();
  tally.undoneAttachments += contentsBefore.difference(await storedContents(phones)).size;
}

async function pageOf(number: number, { phones }: Run): Promise<[Page, Phone, number]> {
  const place = PAGES[number] ?? PAGES[0];
  const phone = phones[place.phone];
  if (!phone) throw new Error(`There is no phone ${place.phone}.`);
  return [phone.pages[place.index] ?? (await phone.open(place.index)), phone, place.index];
}

function kill(phone: Phone, index: number, tally: Tally): void {
  if (!phone.pages[index]) return;
  tally.pageKills += 1;
  phone.pages[index].kill();
  phone.pages[index] = null;
}

function isStream({ path }: ProxiedRequest): boolean {
  return path === `/api${streams.streamChanges.path}`;
}
