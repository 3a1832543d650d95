import { findPhones } from './find-phones.ts';
import type { ProjectLead } from './project-lead.ts';

/** Lists the customer's distinct phone numbers as written; one field may hold two. */
export function phonesOf({
  Mobile,
  MobilePhone,
}: Pick<ProjectLead, 'Mobile' | 'MobilePhone'>): string[] {
  const numbers = new Map<string, string>();
  for (const { number, text } of [Mobile, MobilePhone].flatMap(findPhones)) {
    const extension = /[^+\d ().\-/].*/.exec(text)?.[0] ?? '';
    const key = `${number} ${extension}`;
    if (!numbers.has(key)) numbers.set(key, text);
  }
  return [...numbers.values()];
}
