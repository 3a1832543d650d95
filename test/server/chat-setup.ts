import { randomUUID } from 'node:crypto';
import type { ChatCreate } from '#schemas/chat.ts';

/** Returns a new chat as a device sends it. */
export function newChat(body = 'It rains in.'): ChatCreate {
  return {
    uuid: randomUUID(),
    message_uuid: randomUUID(),
    title: 'A leak',
    body,
    info: {
      language: 'pl',
      hostname: 'club.example.pl',
      region: 'PL',
      appVersion: '3.9.4',
      appType: 'browser',
      ua: 'Mozilla/5.0',
    },
  };
}
