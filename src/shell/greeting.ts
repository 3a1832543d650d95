import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/**
 * What the home header says (spec 1 §2): before 12, before 18, otherwise evening.
 * @param hour 0 to 23, by the device's clock
 */
export function greeting(hour: number, name: string): MessageDescriptor {
  if (hour < 12) return msg`Good morning, ${name}`;
  if (hour < 18) return msg`Good afternoon, ${name}`;
  return msg`Good evening, ${name}`;
}
