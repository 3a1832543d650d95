import * as v from 'valibot';
import { changeNotice } from '#schemas/api/live-calls.ts';

/** One event is a line of names; a longer one is not our server speaking, and is not kept. */
const MAX_LINE = 16_384;

/**
 * Reads server-sent events as they come, in whatever pieces.
 * @returns takes the next piece of text, and answers with the collections named by the events that have
 *   arrived entirely, each once; comments, other lines and unknown shapes are passed over
 */
export function createChangeReader(): (text: string) => string[] {
  let begun = '';
  return (text) => {
    const lines = (begun + text).split('\n');
    begun = (lines.pop() ?? '').slice(0, MAX_LINE);
    return [...new Set(lines.flatMap(namesOf))];
  };
}

function namesOf(line: string): string[] {
  if (!line.startsWith('data:')) return [];
  try {
    return v.parse(changeNotice, JSON.parse(line.slice('data:'.length))).collections;
  } catch {
    return [];
  }
}
