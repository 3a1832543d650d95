import { type Handlers } from '../http/handler.ts';
import { vapidKeys } from './vapid.ts';

export const pushHandlers = {
  getPushKey: async (_input, { db }) => ({ public_key: (await vapidKeys(db)).publicKey }),
} satisfies Partial<Handlers>;
