import * as v from 'valibot';
import { moment, uuid } from './primitives.ts';

/** Browser families, as shown in the list of sessions. */
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

/** Kind of device that opened a session. Doesn't include the browser's version or the IP address. */
const deviceKind = v.object({
  browser: v.picklist(browsers),
  system: v.picklist(systems),
});
export type DeviceKind = v.InferOutput<typeof deviceKind>;

/** An active session of the user. */
export const accountSession = v.object({
  uuid,
  browser: v.picklist(browsers),
  system: v.picklist(systems),
  created_at: moment,
  /** Last time a token of the session was issued or first used, rounded to the hour. */
  last_used_at: moment,
  /** True for the session that made this request. */
  current: v.boolean(),
  /** Time at which the session ends. Only for a session in which support views the app without changing anything. */
  read_only_until: v.optional(moment),
});
export type AccountSession = v.InferOutput<typeof accountSession>;
