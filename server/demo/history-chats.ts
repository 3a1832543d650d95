import { type Insertable } from 'kysely';
import { type ChatMessage, type ChatStatus, chatStatuses } from '#schemas/chat.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/durations.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type SupportChatsTable, type SupportMessagesTable } from '../support/support-tables.ts';
import { demoAccounts } from './accounts.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { type WithoutRev } from './history-rows.ts';
import { demoUuid } from './seeded-random.ts';
import { translateAll } from './texts.ts';

interface DemoMessage {
  readonly sender: ChatMessage['sender'];
  /** Minutes after the chat was opened. */
  readonly minutesAfter: number;
  readonly text: ReturnType<typeof translateAll>;
}

interface DemoChat {
  readonly title: ReturnType<typeof translateAll>;
  readonly status: ChatStatus;
  /** Number of days since the chat was opened. */
  readonly age: number;
  readonly messages: readonly DemoMessage[];
}

/** One chat in each status. */
const demoChats: readonly DemoChat[] = [
  {
    title: translateAll('A label that can’t be read'),
    status: chatStatuses.withSupport,
    age: 1,
    messages: [
      fromInstaller(0, 'The label of one window was painted over. How do I get my points for it?'),
      fromInstaller(3, 'It’s the one on the north side of the roof.'),
    ],
  },
  {
    title: translateAll('Points for a closed project'),
    status: chatStatuses.answered,
    age: 4,
    messages: [
      fromInstaller(0, 'I closed a project last week and see fewer points than I expected.'),
      fromSupport(
        95,
        'Good morning. One of its products is still in review.\nCould you tell us which factory is named on its data plate?',
      ),
    ],
  },
  {
    title: translateAll('A new phone'),
    status: chatStatuses.solved,
    age: 30,
    messages: [
      fromInstaller(0, 'I have a new phone. Is everything I scanned on the old one lost?'),
      fromSupport(
        40,
        'No, everything that was sent is in your account. Sign in on the new phone and you’ll find it.',
      ),
      fromInstaller(55, 'It’s all there. Thank you.'),
      fromSupport(60, 'You’re welcome.'),
    ],
  },
];

function fromInstaller(minutesAfter: number, en: string): DemoMessage {
  return { sender: 'installer', minutesAfter, text: translateAll(en) };
}

function fromSupport(minutesAfter: number, en: string): DemoMessage {
  return { sender: 'admin', minutesAfter, text: translateAll(en) };
}

/**
 * Builds the Polish owner's chats with support.
 * @param now milliseconds since 1970
 */
export function buildDemoChats(
  company: DemoCompanyKey,
  now: number,
): {
  readonly chats: WithoutRev<SupportChatsTable>[];
  readonly messages: Insertable<SupportMessagesTable>[];
} {
  const { userId, company: ownCompany, language, region } = demoAccounts.polishOwner;
  if (company !== ownCompany) return { chats: [], messages: [] };
  const info = {
    language,
    hostname: 'localhost',
    region,
    appVersion: '3.9.4',
    appType: 'browser',
    ua: '',
  };
  const chats = demoChats.map(({ title, status, age, messages }, index) => {
    const uuid = demoUuid(`chat:${userId}:${index}`);
    const openedAt = now - age * DAY_MS;
    const rows = messages.map(({ sender, minutesAfter, text }, position) => ({
      uuid: demoUuid(`chat-message:${uuid}:${position}`),
      chat_uuid: uuid,
      sender,
      message: text[language] ?? text['en'] ?? '',
      created_at: new Date(openedAt + minutesAfter * MINUTE_MS),
    }));
    const lastMessage = rows.at(-1);
    const row: WithoutRev<SupportChatsTable> = {
      uuid,
      company_id: demoCompanies[company].id,
      op_id: lastMessage?.uuid ?? uuid,
      deleted: false,
      created_at: new Date(openedAt),
      updated_at: lastMessage?.created_at ?? new Date(openedAt),
      user_id: userId,
      title: title[language] ?? title['en'] ?? '',
      status,
      info: toJsonb(info),
    };
    return { row, rows };
  });
  return { chats: chats.map(({ row }) => row), messages: chats.flatMap(({ rows }) => rows) };
}
