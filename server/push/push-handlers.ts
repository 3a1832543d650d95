import { type Handlers } from '../http/handler.ts';
import { loadVapidKeys } from './vapid.ts';

export const pushHandlers = {
  getPushKey: async (_input, { db }) => ({ public_key: (await loadVapidKeys(db)).publicKey }),
} satisfies Partial<Handlers>;
