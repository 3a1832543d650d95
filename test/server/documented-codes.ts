import * as v from 'valibot';
import { type Call } from '#schemas/api/call.ts';
import { apiErrorStatus, apiFailure } from '#schemas/api/errors.ts';

/**
 * Throws unless an answer is one that the contract promises.
 * @returns the codes of a failure, none for a success
 */
export function documentedCodes(
  call: Call,
  answer: { status: number; body: unknown; text: string },
): string[] {
  const wrong = (why: string) => new Error(`${call.id} ${answer.status}: ${why}. ${answer.text}`);
  if (answer.status === call.status) {
    const [issue] = v.safeParse(call.result, answer.body).issues ?? [];
    if (issue) throw wrong(`${v.getDotPath(issue)} is not of the schema`);
    return [];
  }
  const { errors } = v.parse(apiFailure, answer.body);
  for (const { code } of errors) {
    if (code === 'internal') throw wrong('the server failed');
    if (!call.errors.includes(code)) throw wrong(`${code} is not declared`);
    if (apiErrorStatus[code] !== answer.status) throw wrong(`${code} has another status`);
  }
  return errors.map((error) => error.code);
}
