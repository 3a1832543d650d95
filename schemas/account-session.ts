import * as v from 'valibot';
import { moment, uuid } from './primitives.ts';

/** What a device calls itself, in as few words as a person needs to know it again. */
export const browsers = [
  'chrome',
  'safari',
  'firefox',
  'edge',
  'samsung',
  'opera',
  'other',
] as const;
export const systems = ['android', 'ios', 'windows', 'macos', 'linux', 'other'] as const;

/** The kind of device a session was opened on. Not more: no version, no address. */
export const deviceKind = v.object({
  browser: v.picklist(browsers),
  system: v.picklist(systems),
});
export type DeviceKind = v.InferOutput<typeof deviceKind>;

/** One sign-in of the person that has not ended. */
export const accountSession = v.object({
  uuid,
  browser: v.picklist(browsers),
  system: v.picklist(systems),
  created_at: moment,
  /** To the hour: when it last got or first used a token. */
  last_used_at: moment,
  /** Whether it is the one that asks. */
  current: v.boolean(),
});
export type AccountSession = v.InferOutput<typeof accountSession>;
