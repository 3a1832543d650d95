import type { SpawnedServer } from '#test/setup/spawned-server.ts';
import type { Fault, ProxiedRequest } from '#test/sync/fault-proxy.ts';
import { streams } from '#schemas/api/calls.ts';
import { type StateBeforeRestore, noteBeforeRestore } from './before-restore.ts';
import { makeEdit } from './edits.ts';
import type { Actor, World } from './actor.ts';
import type { Page } from './page.ts';
import { pause } from './pause.ts';
import type { Phone } from './phone.ts';
import { emptyIntents } from './intents.ts';
import type { ServerBackup } from './server-backup.ts';
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
  readonly handled: Set<ProxiedRequest>;
  /** Resolves once the server is running again. */
  starting: Promise<void>;
  /** State before the restore; null if there was none. */
  stateBeforeRestore: StateBeforeRestore | null;
}

type StepWith<Key extends string> = Extract<Step, Record<Key, unknown>>;

/** Creates the environment; from now on the phones' networks fail as the steps say. */
export function createRun(
  server: SpawnedServer,
  backup: ServerBackup,
  phones: readonly Phone[],
  tally: Tally,
): Run {
  const faults = phones.map((): Fault[] => []);
  const handled = new Set<ProxiedRequest>();
  for (const [at, phone] of phones.entries()) {
    phone.proxy.decide = (request) => {
      tally.requests += 1;
      if (isStream(request)) return undefined;
      const fault = faults[at]?.shift();
      if (fault) {
        tally.faults += 1;
        handled.add(request);
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
    handled,
    starting: Promise.resolve(),
    stateBeforeRestore: null,
  };
}

export async function playStep(step: Step, run: Run): Promise<void> {
  if ('edit' in step) return playEdit(step, run);
  if ('life' in step) return playLife(step, run);
  if ('network' in step) return playNetwork(step, run);
  if ('session' in step) return playSession(step, run);
  if ('server' in step) return playServer(step, run);
  if ('waitMs' in step) return pause(step.waitMs);
  if ('faults' in step) run.faults[step.phone]?.push(...step.faults);
  else {
    const phone = run.phones[step.phone];
    if (phone) phone.clockOffset = step.clockMinutes * 60_000;
  }
}

async function playEdit(step: StepWith<'edit'>, run: Run): Promise<void> {
  const { tally, world } = run;
  const [page, phone, at] = await pageOf(step.page, run);
  // People can't use a frozen page.
  page.resume();
  const actor: Actor = {
    account: page.account,
    phone: PAGES[step.page]?.phone ?? 0,
    unlessKilled: (work) => page.unlessKilled(work.then((value) => ({ value }))),
  };
  tally.edits += 1;
  const edit = makeEdit(step, actor, world).catch(() => false);
  if (step.killAfterMs !== null) {
    await pause(step.killAfterMs);
    kill(phone, at, tally);
  }
  // Reads before the edit may hang in a killed page; nothing was promised then.
  const outcome = await Promise.race([
    edit,
    page.unlessKilled(new Promise<boolean>(() => undefined)),
  ]);
  if (outcome) tally.acknowledged += 1;
}

async function playLife(step: StepWith<'life'>, run: Run): Promise<void> {
  if (step.life === 'suspend') return suspend(step, run);
  const [page, phone, at] = await pageOf(step.page, run);
  if (step.life === 'kill') kill(phone, at, run.tally);
  if (step.life === 'hide') page.emit('hidden');
  if (step.life === 'show') page.emit('visible');
  if (step.life === 'wake') page.resume();
  if (step.life === 'close') {
    page.resume();
    phone.pages[at] = null;
    await page.close();
  }
}

/** Freezes an open page until a step, an edit or the end resumes it. */
function suspend({ page }: StepWith<'life'>, { phones, tally }: Run): void {
  const { phone, at } = PAGES[page] ?? PAGES[0];
  const open = phones[phone]?.pages[at];
  if (!open) return;
  tally.suspensions += 1;
  open.suspend();
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

/** The phones continue while the server is stopped, copied and restarted. */
async function playServer(step: StepWith<'server'>, run: Run): Promise<void> {
  const { server, backup, phones, tally, world } = run;
  await run.starting;
  if (step.server === 'restore') {
    if (!backup.exists) return;
    run.stateBeforeRestore = await noteBeforeRestore(phones, world.intents, run.stateBeforeRestore);
    tally.restores += 1;
  }
  tally.serverKills += 1;
  await server.kill();
  run.starting = startAgain(step.server, run);
}

async function startAgain(
  after: StepWith<'server'>['server'],
  { server, backup, phones }: Run,
): Promise<void> {
  if (after === 'backup') await backup.create();
  if (after === 'restore') await backup.restore();
  await server.start();
  if (after === 'restore') for (const phone of phones) await phone.signInDirect();
}

async function pageOf(number: number, { phones }: Run): Promise<[Page, Phone, number]> {
  const place = PAGES[number] ?? PAGES[0];
  const phone = phones[place.phone];
  if (!phone) throw new Error(`There is no phone ${place.phone}.`);
  return [phone.pages[place.at] ?? (await phone.open(place.at)), phone, place.at];
}

function kill(phone: Phone, at: number, tally: Tally): void {
  if (!phone.pages[at]) return;
  tally.pageKills += 1;
  phone.pages[at].kill();
  phone.pages[at] = null;
}

function isStream({ path }: ProxiedRequest): boolean {
  return path === `/api${streams.streamChanges.path}`;
}
