import { calls } from '#schemas/api/calls.ts';
import { between, demoUuid, pick } from '#server/demo/seeded-random.ts';
import { registrationOf } from '#test/server/registration-form.ts';
import { type AttackRequest } from './exchange.ts';
import { expectDocumented, type ResponseCheck } from './response-checks.ts';
import { post } from './post.ts';
import { type Attack, type AttackContext } from './attack-context.ts';

/** Connections from one address. */
const CONCURRENCY = 25;
const from = { 'x-forwarded-for': '203.0.113.9' };

/**
 * One address requests codes, tries codes, checks email addresses and registers as fast as possible.
 * @param emails registered users, among many unknown ones
 */
export function floodSignIn(emails: readonly string[], { concurrency = CONCURRENCY } = {}): Attack {
  return async (context) => {
    const sendOne = () => {
      const [request, check] = randomRequest(context, emails);
      return context.send(request, check);
    };
    while (!context.isFinished()) await Promise.all(Array.from({ length: concurrency }, sendOne));
  };
}

function randomRequest(
  { random }: AttackContext,
  emails: readonly string[],
): [AttackRequest, ResponseCheck] {
  const unknownEmail = `nobody${between(random, 0, 1e6)}@example.com`;
  const email = random() < 0.1 ? pick(random, emails) : unknownEmail;
  const choice = random();
  if (choice < 0.6)
    return [
      post(calls.requestSignInCode, { email, region: 'PL' }, from),
      expectDocumented(calls.requestSignInCode),
    ];
  if (choice < 0.8) {
    const id = demoUuid(unknownEmail);
    const body = { userId: id, challenge_id: id, code: '00000' };
    return [post(calls.signIn, body, from), expectRejection(expectDocumented(calls.signIn))];
  }
  if (choice < 0.95) {
    const path = `/api${calls.validateCompany.path}?region_id=10&email=${email}`;
    return [{ method: 'GET', path, headers: from }, expectDocumented(calls.validateCompany)];
  }
  // The company's number is missing, so it is rejected but counted.
  const body = registrationOf({ company: { registration_number: null } });
  return [
    post(calls.registerCompany, body, from),
    expectRejection(expectDocumented(calls.registerCompany)),
  ];
}

/** Like `check`, but treats any success as a fault. */
function expectRejection(check: ResponseCheck): ResponseCheck {
  return (response) => (response.status < 400 ? 'a sign-in succeeded' : check(response));
}
