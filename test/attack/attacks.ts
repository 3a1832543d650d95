import { type Kysely } from 'kysely';
import { type Database } from '#server/db/tables.ts';
import { ROTATION_GRACE_MS } from '#server/access/sessions.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { writeLargeChats } from '#test/server/large-chats.ts';
import { addPoints, newProduct } from '#test/server/order-setup.ts';
import { type OwnedId } from '#test/server/company-records.ts';
import { plainSerials } from '#test/server/scan-setup.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { type AcknowledgedWrites } from './acknowledged.ts';
import { guessCodes } from './code-guesses.ts';
import { openCrowd } from './crowd.ts';
import { sendForgeries } from './forgeries.ts';
import { honestClient } from './honest-client.ts';
import { workHonestly } from './honest-work.ts';
import { overdraw } from './overdraw.ts';
import { type Attack, pauseUnlessFinished, type AttackContext } from './attack-context.ts';
import { raceForSerials } from './serial-race.ts';
import { enumerateSerials } from './serial-enumeration.ts';
import { type SendReliably, type Person, type Session, signIn } from './sign-in.ts';
import { floodSignIn } from './sign-in-flood.ts';
import { openSlowConnections } from './slow-connections.ts';
import { type Target } from './target.ts';
import { type OutageIntervals, causeOutages } from './outages.ts';
import { attackIsolation } from './isolation.ts';
import { generateBodies, sendWorstBodies } from './worst-bodies.ts';

const { polishOwner, czechOwner, romanianOwner, ukrainianOwner } = demoAccounts;
/** Company whose data must not change, since none of its users are active. */
export const victim = polishOwner.companyId;
const workers = [czechOwner, romanianOwner];
export const honestCompanies = [...workers, ukrainianOwner].map(({ companyId }) => companyId);
/** Devices per honest user. */
const DEVICES = 2;
const SERIALS_OF_DEVICE = 1_500;
const LARGE_CHATS = { chats: 5, messages: 5, messageLength: 4000 };
const PRICE = 10;

/** Accounts of the attackers. */
const attackers = {
  sender: accounts.czechOwner,
  crowd: accounts.decorStaff,
  forger: accounts.decorOwner,
  enumerator: accounts.polishStaff,
  buyer: accounts.polishOwner,
  outsiders: [demoAccounts.decorOwner, demoAccounts.decorStaff, accounts.polishStaff],
};

let addressCount = 0;
/** Returns the person with an IP address of their own. */
const withOwnAddress = ({ email, region }: Pick<Person, 'email' | 'region'>): Person => {
  addressCount += 1;
  return { email, region, address: `198.51.100.${addressCount % 250}` };
};

/** Attacks by the participant's name. */
type Attacks = ReadonlyMap<string, Attack>;

/** Intensity of the attack. */
export interface Intensity {
  /** Hostile bodies per call and round. */
  readonly bodies: number;
  /** Pause of the 300 connections between requests. */
  readonly crowdPauseMs: number;
  readonly outages: OutageIntervals;
  /** Session length of people who only sign in. */
  readonly sessionMs: number;
}

/** Signs in all participants and prepares their data. */
export async function prepareAttacks(
  context: AttackContext,
  target: Target,
  {
    ids,
    intensity,
    acknowledged: acknowledgedWork,
  }: { ids: OwnedId[]; intensity: Intensity; acknowledged: AcknowledgedWrites },
): Promise<Attacks> {
  const { db, mailbox } = target;
  const send = honestClient(context);
  const signInAtAddress = (user: Pick<Person, 'email' | 'region'>) =>
    signIn(withOwnAddress(user), { send: (request) => send(request, () => null), mailbox });
  const [sender, crowdMember, forger, enumerator, buyer, ...outsiders] = await Promise.all(
    [
      attackers.sender,
      attackers.crowd,
      attackers.forger,
      attackers.enumerator,
      attackers.buyer,
      ...attackers.outsiders,
    ].map(signInAtAddress),
  );
  if (!sender || !crowdMember || !forger || !enumerator || !buyer)
    throw new Error('An attacker could not sign in.');
  await writeLargeChats(db, accounts.decorStaff, LARGE_CHATS);
  const racedSerials = plainSerials.slice(DEVICES * workers.length * SERIALS_OF_DEVICE);
  return new Map<string, Attack>([
    ...(await prepareHonestPeople(signInAtAddress, acknowledgedWork)),
    ['people who sign in', signInRepeatedly(target, intensity.sessionMs)],
    ['isolation', attackIsolation(ids, outsiders.map(asOutsider))],
    ['worst bodies', sendWorstBodies(asSender(sender), generateBodies(intensity.bodies))],
    ['slow connections', openSlowConnections(enumerator.token)],
    ['300 connections', openCrowd(crowdMember.token, intensity.crowdPauseMs)],
    ['flood of sign-ins', floodSignIn([polishOwner.email, accounts.decorOwner.email])],
    ['code guesses', guessCodes([polishOwner.email, czechOwner.email], mailbox)],
    ['forgeries', sendForgeries(forger, () => ageTokens(db, forger))],
    ['serial enumeration', enumerateSerials(enumerator.token)],
    ['serial race', raceForSerials([buyer.token, sender.token], racedSerials)],
    ['overdraw', overdraw(await prepareBuyer(db, buyer))],
    ['outages', causeOutages(target, intensity.outages)],
  ]);
}

const asOutsider = ({ token, company_id }: Session) => ({ token, companyId: company_id });
const asSender = ({ token, user_id }: Session) => ({ token, userId: user_id });

async function prepareHonestPeople(
  signInAtAddress: (user: Pick<Person, 'email' | 'region'>) => Promise<Session>,
  acknowledgedWork: AcknowledgedWrites,
): Promise<[string, Attack][]> {
  const devices = workers.flatMap((user) => Array.from({ length: DEVICES }, () => user));
  const sessions = await Promise.all(devices.map(signInAtAddress));
  return sessions.map((session, index) => {
    const start = index * SERIALS_OF_DEVICE;
    const serials = plainSerials.slice(start, start + SERIALS_OF_DEVICE);
    const address = `198.51.100.${200 + index}`;
    // Only one device per person changes the person's name, so that the last name is known.
    const canRename = index % DEVICES === 0;
    return [
      `honest ${index + 1}`,
      (context) =>
        workHonestly(context, {
          session,
          address,
          serials,
          acknowledged: acknowledgedWork,
          canRename,
          send: requireSuccess(context),
        }),
    ];
  });
}

/** No request of an honest user may be rejected. */
function requireSuccess(context: AttackContext): SendReliably {
  const send = honestClient(context);
  return (request) =>
    send(request, ({ status, text }) => (status < 300 ? null : `rejected: ${text}`));
}

/** Two users who sign in repeatedly, each on a known device from a new address. */
function signInRepeatedly({ mailbox }: Target, sessionMs: number): Attack {
  return async (context) => {
    const client = honestClient(context);
    const send: SendReliably = (request) => client(request, () => null);
    const cookies = new Map<string, string>();
    for (const user of [ukrainianOwner, romanianOwner]) {
      cookies.set(user.email, (await signIn(withOwnAddress(user), { send, mailbox })).cookie);
    }
    while (!context.isFinished()) {
      await pauseUnlessFinished(context, sessionMs);
      if (context.isFinished()) return;
      for (const [email, cookie] of cookies) {
        const region =
          email === ukrainianOwner.email ? ukrainianOwner.region : romanianOwner.region;
        await signIn(withOwnAddress({ email, region }), { send, mailbox, cookie });
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

async function prepareBuyer(db: Kysely<Database>, { token }: Session) {
  const shop = { db, clock: { now: Date.now, set: () => undefined, advance: () => undefined } };
  const { variant } = await newProduct(shop, { stock: 1_000_000, price: PRICE });
  const givePoints = (points: number) => addPoints(shop, 'polishOwner', points);
  return { token, variant, price: PRICE, addPoints: givePoints };
}
