import { type Kysely } from 'kysely';
import { type Database } from '#server/db/tables.ts';
import { ROTATION_GRACE_MS } from '#server/access/sessions.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { writeLargeChats } from '#test/server/large-chats.ts';
import { earn, newProduct } from '#test/server/order-setup.ts';
import { type OwnId } from '#test/server/company-things.ts';
import { plainSerials } from '#test/server/scan-setup.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { type Acknowledged } from './acknowledged.ts';
import { codeGuesses } from './code-guesses.ts';
import { crowd } from './crowd.ts';
import { forgeries } from './forgeries.ts';
import { honestClient } from './honest-client.ts';
import { work } from './honest-work.ts';
import { overdraw } from './overdraw.ts';
import { type Attack, restUntil, type Scene } from './scene.ts';
import { serialRace } from './serial-race.ts';
import { serialWalk } from './serial-walk.ts';
import { type SendReliably, type Person, type Session, signIn } from './sign-in.ts';
import { signInFlood } from './sign-in-flood.ts';
import { slowConnections } from './slow-connections.ts';
import { type Target } from './target.ts';
import { type Pace, trouble } from './trouble.ts';
import { walls } from './walls.ts';
import { bodiesMade, worstBodies } from './worst-bodies.ts';

const { polishOwner, czechOwner, romanianOwner, ukrainianOwner } = demoAccounts;
/** Company whose data must not change: none of its users are active. */
export const victim = polishOwner.companyId;
const workers = [czechOwner, romanianOwner];
export const honestCompanies = [...workers, ukrainianOwner].map(({ companyId }) => companyId);
/** Devices per honest user. */
const DEVICES = 2;
const SERIALS_OF_DEVICE = 1_500;
const LARGE_CHATS = { chats: 5, messages: 5, letters: 4000 };
const PRICE = 10;

/** Accounts of the attackers. */
const attackers = {
  sender: accounts.czechOwner,
  crowd: accounts.decorStaff,
  forger: accounts.decorOwner,
  walker: accounts.polishStaff,
  buyer: accounts.polishOwner,
  outsiders: [demoAccounts.decorOwner, demoAccounts.decorStaff, accounts.polishStaff],
};

let seats = 0;
/** Gives a person a separate IP address. */
const at = ({ email, region }: Pick<Person, 'email' | 'region'>): Person => {
  seats += 1;
  return { email, region, address: `198.51.100.${seats % 250}` };
};

/** All participants by name. */
type Cast = ReadonlyMap<string, Attack>;

/** Intensity of the attack. */
export interface Strength {
  /** Hostile bodies per call and round. */
  readonly bodies: number;
  /** Pause of the 300 connections between requests. */
  readonly crowdRestMs: number;
  readonly trouble: Pace;
  /** Session length of people who only sign in. */
  readonly stayMs: number;
}

/** Signs all participants in and prepares their data. */
export async function assemble(
  scene: Scene,
  target: Target,
  { ids, strength, acknowledged }: { ids: OwnId[]; strength: Strength; acknowledged: Acknowledged },
): Promise<Cast> {
  const { db, mailbox } = target;
  const ask = honestClient(scene);
  const enter = (who: Pick<Person, 'email' | 'region'>) =>
    signIn(at(who), { ask: (asked) => ask(asked, () => null), mailbox });
  const [sender, crowded, forger, walker, buyer, ...outsiders] = await Promise.all(
    [
      ...[attackers.sender, attackers.crowd, attackers.forger, attackers.walker, attackers.buyer],
      ...attackers.outsiders,
    ].map(enter),
  );
  if (!sender || !crowded || !forger || !walker || !buyer) throw new Error('All were asked for.');
  await writeLargeChats(db, accounts.decorStaff, LARGE_CHATS);
  const racing = plainSerials.slice(DEVICES * workers.length * SERIALS_OF_DEVICE);
  return new Map<string, Attack>([
    ...(await honestPeople(enter, acknowledged)),
    ['people who sign in', signInsOf(target, strength.stayMs)],
    ['walls', walls(ids, outsiders.map(asOutsider))],
    ['worst bodies', worstBodies(asSender(sender), bodiesMade(strength.bodies))],
    ['slow connections', slowConnections(walker.token)],
    ['300 connections', crowd(crowded.token, strength.crowdRestMs)],
    ['flood of sign-ins', signInFlood([polishOwner.email, accounts.decorOwner.email])],
    ['code guesses', codeGuesses([polishOwner.email, czechOwner.email], mailbox)],
    ['forgeries', forgeries(forger, () => ageTokens(db, forger))],
    ['serial walk', serialWalk(walker.token)],
    ['serial race', serialRace([buyer.token, sender.token], racing)],
    ['overdraw', overdraw(await buying(db, buyer))],
    ['trouble', trouble(target, strength.trouble)],
  ]);
}

const asOutsider = ({ token, company_id }: Session) => ({ token, companyId: company_id });
const asSender = ({ token, user_id }: Session) => ({ token, userId: user_id });

async function honestPeople(
  enter: (who: Pick<Person, 'email' | 'region'>) => Promise<Session>,
  acknowledged: Acknowledged,
): Promise<[string, Attack][]> {
  const devices = workers.flatMap((who) => Array.from({ length: DEVICES }, () => who));
  const sessions = await Promise.all(devices.map(enter));
  return sessions.map((session, place) => {
    const from = place * SERIALS_OF_DEVICE;
    const serials = plainSerials.slice(from, from + SERIALS_OF_DEVICE);
    const address = `198.51.100.${200 + place}`;
    // Only one device per person renames them, so that the last name is known.
    const renames = place % DEVICES === 0;
    return [
      `honest ${place + 1}`,
      (scene) =>
        work(scene, { session, address, serials, acknowledged, renames, ask: succeeding(scene) }),
    ];
  });
}

/** No request of an honest user may be rejected. */
function succeeding(scene: Scene): SendReliably {
  const ask = honestClient(scene);
  return (asked) => ask(asked, ({ status, text }) => (status < 300 ? null : `refused: ${text}`));
}

/**
 * Users who sign in repeatedly: one on new devices each time, and one whose codes are being guessed, on known
 * devices.
 */
function signInsOf({ mailbox }: Target, stayMs: number): Attack {
  return async (scene) => {
    const client = honestClient(scene);
    const ask: SendReliably = (asked) => client(asked, () => null);
    const cookies = new Map<string, string>();
    for (const who of [ukrainianOwner, romanianOwner]) {
      cookies.set(who.email, (await signIn(at(who), { ask, mailbox })).cookie);
    }
    while (!scene.isOver()) {
      await restUntil(scene, stayMs);
      if (scene.isOver()) return;
      for (const [email, cookie] of cookies) {
        const region =
          email === ukrainianOwner.email ? ukrainianOwner.region : romanianOwner.region;
        await signIn(at({ email, region }), { ask, mailbox, cookie });
      }
    }
  };
}

/** Ages a session's token rotation beyond the grace period for lost responses. */
async function ageTokens(db: Kysely<Database>, { user_id }: Session): Promise<void> {
  const sessions = db.selectFrom('sessions').select('id').where('installer_id', '=', user_id);
  await db
    .updateTable('session_tokens')
    .set({ rotated_at: new Date(Date.now() - 2 * ROTATION_GRACE_MS) })
    .where('session_id', 'in', sessions)
    .where('rotated_at', 'is not', null)
    .execute();
}

async function buying(db: Kysely<Database>, { token }: Session) {
  const shop = { db, clock: { now: Date.now, set: () => undefined, advance: () => undefined } };
  const { variant } = await newProduct(shop, { stock: 1_000_000, price: PRICE });
  const give = (points: number) => earn(shop, 'polishOwner', points);
  return { token, variant, price: PRICE, earn: give };
}
