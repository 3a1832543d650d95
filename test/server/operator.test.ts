import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import { type ApiFailure } from '#schemas/api/errors.ts';
import { listCommands } from '#server/operator/list-commands.ts';
import { commands, OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { root } from '#test/setup/source-tree.ts';
import { nextCardNumber } from './card-setup.ts';
import { newChat } from './chat-setup.ts';
import { addPoints, lineOf, newProduct, orderDetail, placeOrder } from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const anna = { name: 'anna', token: 'a'.repeat(40) };
const ben = { name: 'ben', token: 'b'.repeat(40) };
const company = accounts.polishOwner.companyId;
/** Input files in the examples of the operator guide. */
const [lead = '', news = '', survey = '', voucher = ''] = [
  ...readFileSync(join(root, 'docs', 'operator.md'), 'utf8').matchAll(/```json\n([^`]+)```/g),
].map(([, json = '']) => json);
const example = { lead, news, survey, voucher };
const why = 'They called and asked for it.';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer({
    OPERATOR_TOKENS: [anna, ben].map(({ name, token }) => `${name}:${token}`).join(','),
  });
});
afterAll(() => server.close());

interface OperatorRequest {
  readonly words?: readonly string[];
  readonly input?: string;
  readonly why?: string;
}
interface OperatorResponse {
  readonly status: number;
  readonly data: readonly string[];
  readonly errors: ApiFailure['errors'];
}
/** Result of an operator's command. */
async function operate(
  body: OperatorRequest,
  token: string | null = anna.token,
): Promise<OperatorResponse> {
  // Actions are read in order of their time, so each needs a different time.
  server.clock.advance(1);
  const response = await server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    payload: body,
  });
  return { data: [], errors: [], ...response.json<object>(), status: response.statusCode };
}
const operateSuccessfully = async (words: string[], input?: string) => {
  const { data, errors } = await operate({ words, why, ...(input !== undefined && { input }) });
  expect(errors).toEqual([]);
  return data.join('\n');
};
const idIn = (text: string) => /[0-9a-f-]{36}/.exec(text)?.[0] ?? '';
const readActions = () => server.db.selectFrom('operator_acts').selectAll().orderBy('at').execute();

describe('access to the operator API (security 27)', () => {
  test('needs an operator’s own token', async () => {
    for (const token of [null, '', 'a', 'a'.repeat(41), await server.tokenOf('polishOwner')]) {
      expect(await operate({ words: ['orders'] }, token)).toMatchObject({
        status: 401,
        errors: [{ code: 'unauthorised' }],
      });
    }
    expect((await operate({ words: ['orders'] }, ben.token)).status).toBe(200);
  });

  test('doesn’t exist in production without tokens, and elsewhere only for requests from this machine', async () => {
    const localServer = await startScanServer();
    const request = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      localServer.app.inject({
        method: 'POST',
        url: OPERATOR_PATH,
        payload: { words: ['orders'] },
        headers,
        remoteAddress,
      });
    expect((await request({ host: 'localhost:8080' })).statusCode).toBe(200);
    expect((await request({ host: 'club.example' })).statusCode).toBe(404);
    expect((await request({ host: 'localhost:8080' }, '10.0.0.7')).statusCode).toBe(404);
    await localServer.close();
  });

  test('works during maintenance, when everyone else is locked out', async () => {
    const maintainedServer = await startScanServer({ MAINTENANCE: '1' });
    const request = { method: 'POST', headers: { host: 'localhost' } } as const;
    const listRequest = { ...request, url: OPERATOR_PATH, payload: { words: ['acts'] } };
    expect((await maintainedServer.app.inject(listRequest)).statusCode).toBe(200);
    expect((await maintainedServer.call(calls.ping, {})).code).toBe('maintenance');
    await maintainedServer.close();
  });

  test('an invalid command is explained, and not recorded', async () => {
    const before = (await readActions()).length;
    const wrongRequests: [OperatorRequest, string][] = [
      [{}, 'body.words'],
      [{ words: ['everything'] }, 'words'],
      [{ words: ['companies', 'verify', company] }, 'why'],
      [{ words: ['companies', 'verify', company], why: '  ' }, 'why'],
      [{ words: ['companies', 'verify'], why }, 'words'],
      [{ words: ['companies', 'verify', company, company], why }, 'words'],
      [{ words: ['companies', 'verify', 'all'], why }, 'words.COMPANY'],
      [{ words: ['companies', 'leads', company, 'perhaps'], why }, 'words.on|off'],
    ];
    for (const [wrongRequest, field] of wrongRequests) {
      expect(await operate(wrongRequest)).toMatchObject({
        status: 400,
        errors: [{ code: 'invalid_input', field }],
      });
    }
    expect((await readActions()).length).toBe(before);
  });
});

test('every list can be read, even if it is empty', async () => {
  for (const { name } of listCommands) {
    expect(await operate({ words: name.split(' ') })).toMatchObject({ status: 200 });
  }
});

test('no two commands have the same name', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe('an error of a command', () => {
  const messageOf = async (words: string[], input = '') => {
    const { errors } = await operate({ words, why, input });
    return errors.map(({ message }) => message).join('\n');
  };

  test('names the problem and the next step', async () => {
    await server.db
      .updateTable('companies')
      .set({ accepts_leads: false })
      .where('id', '=', company)
      .execute();
    const unknownCompany = randomUUID();
    const errors: [string[], string, RegExp][] = [
      [['leads', 'offer', company], example.lead, /^This company doesn’t take leads\. Enable them/],
      [
        ['leads', 'offer', unknownCompany],
        example.lead,
        /^There is no company with this id\. Check the id\.$/,
      ],
      [['leads', 'offer', company], '', /^The input is missing or isn’t valid JSON\. /],
      [
        ['leads', 'offer', company],
        '{"a":1}',
        /^`customer_info` is missing or invalid in the input\. /,
      ],
      [['leads', 'reject', unknownCompany], '', /^There is no lead with this id\. /],
      [['cards', 'block', nextCardNumber()], '', /^No card with this number has been issued\. /],
      [['cards', 'block', '12'], '', /^NUMBER must be a card number with 10 digits\. /],
      [['companies', 'leads', company, 'perhaps'], '', /^on\|off must be “on” or “off”\. /],
      [['companies', 'verify', 'all'], '', /^COMPANY must be an id with 36 characters\. /],
      [['companies', 'verify'], '', /^The number of arguments is wrong\. /],
      [['everything'], '', /^There is no such command\. /],
      [['chats', 'answer', unknownCompany], '', /^The reply is missing or too long\. /],
      [['chats', 'answer', unknownCompany], 'Hello', /^There is no chat with this id\. /],
      [['emulate', 'a@b.example'], '', /^Impersonation is off on this server\. /],
      [
        ['news', 'withdraw', 'PL', unknownCompany],
        '',
        /^This item isn’t published in this country\. /,
      ],
      [['orders', 'approve', unknownCompany], '', /^There is no order with this id\. /],
      [['projects', 'accept', unknownCompany], '', /^There is no project with this id\. /],
      [
        ['serials', 'release', company, '24K'],
        '',
        /^This company has no held lot with this number\. /,
      ],
      [
        ['surveys', 'invite', unknownCompany],
        example.survey,
        /^There is no company with this id, /,
      ],
    ];
    for (const [words, input, message] of errors) {
      expect(await messageOf(words, input)).toMatch(message);
    }
    const withoutReason = await operate({ words: ['companies', 'verify', company] });
    expect(withoutReason.errors[0]?.message).toBe(
      'A reason is required. Add --why TEXT; it goes into the audit log.',
    );
  });

  test('is never just the general text of its error code', async () => {
    const defaults = new Set<string>(Object.values(apiErrorMessages));
    // A command without arguments can't be called incorrectly.
    const actions = commands.filter(({ isAction, args }) => isAction && args.length > 0);
    for (const { name, args, isAction } of actions) {
      const words = [...name.split(' '), ...args.map(() => '?')];
      const { errors } = await operate({ words, why });
      expect({ name, isAction, errors: errors.length > 0 }).toEqual({
        name,
        isAction: true,
        errors: true,
      });
      expect(errors.filter(({ message }) => defaults.has(message))).toEqual([]);
    }
  });
});

describe('operators’ offers and content', () => {
  test('a company can get leads, is offered one, and the offer is withdrawn', async () => {
    await operateSuccessfully(['companies', 'leads', company, 'on']);
    await server.db
      .updateTable('companies')
      .set({ availability: true })
      .where('id', '=', company)
      .execute();
    const { result: before } = await server.call(
      calls.listLeads,
      { query: {} },
      await server.tokenOf('polishOwner'),
    );
    const wrongResponse = await operate({
      words: ['leads', 'offer', company],
      why,
      input: '{"City":1}',
    });
    expect(wrongResponse.status).toBe(400);
    expect(wrongResponse.errors[0]?.field).toBe('input.customer_info');
    const offeredLead = idIn(await operateSuccessfully(['leads', 'offer', company], example.lead));
    const { result } = await server.call(
      calls.listLeads,
      { query: {} },
      await server.tokenOf('polishOwner'),
    );
    expect(result.meta.total).toBe(before.meta.total + 1);
    expect((await operate({ words: ['leads'] })).data.join('\n')).toContain(offeredLead);
    await operateSuccessfully(['leads', 'reject', offeredLead]);
    expect((await operate({ words: ['leads'] })).data.join('\n')).not.toContain(offeredLead);
    expect(
      await operate({
        words: ['leads', 'offer', randomUUID()],
        why,
        input: example.lead,
      }),
    ).toMatchObject({ status: 404 });
  });

  test('news is published in a country, and withdrawn once', async () => {
    const newsId = idIn(await operateSuccessfully(['news', 'publish', 'PL'], example.news));
    const loadNews = async () => {
      const { result } = await server.call(
        calls.listContent,
        { query: { since: '' } },
        await server.tokenOf('polishOwner'),
      );
      return result.data.find(({ uuid }) => uuid === newsId);
    };
    expect(await loadNews()).toMatchObject({
      deleted: false,
      content: { en: { title: 'Closed in May' } },
    });
    expect((await operate({ words: ['news'] })).data.join('\n')).toContain('Closed in May');
    const correctedText = JSON.stringify({
      uuid: newsId,
      type: 'news',
      content: { en: { title: 'Closed in May', text: '<b>a</b><img src="x">', youtube: null } },
    });
    const czechRequest = { words: ['news', 'publish', 'CZ'], why, input: correctedText };
    expect((await operate(czechRequest)).errors).toMatchObject([
      { code: 'conflict', field: 'uuid' },
    ]);
    const output = await operateSuccessfully(['news', 'publish', 'PL'], correctedText);
    expect(output).toContain(newsId);
    expect(output).toContain('Left out, as news can’t contain it: <img>');
    await operateSuccessfully(['news', 'withdraw', 'PL', newsId]);
    expect(await loadNews()).toMatchObject({ deleted: true });
    const secondWithdrawal = await operate({ words: ['news', 'withdraw', 'PL', newsId], why });
    expect(secondWithdrawal).toMatchObject({ status: 404, errors: [{ code: 'not_found' }] });
  });
});

describe('operators’ actions on people', () => {
  test('everyone in a company is invited to a survey', async () => {
    const output = await operateSuccessfully(['surveys', 'invite', company], example.survey);
    expect(output).toMatch(/^Invited: [1-9]\d*\. Already invited: 0\.$/);
    const secondInvitation = await operateSuccessfully(
      ['surveys', 'invite', company],
      example.survey,
    );
    expect(secondInvitation).toMatch(/^Invited: 0\. Already invited: [1-9]\d*\.$/);
    expect((await operate({ words: ['surveys'] })).data.join('\n')).toContain(company);
  });

  test('a card is issued, activated and blocked', async () => {
    const number = nextCardNumber();
    await server.db
      .updateTable('companies')
      .set({ has_edenred_card: true })
      .where('id', '=', company)
      .execute();
    await operateSuccessfully(['cards', 'issue', number, company]);
    expect((await operate({ words: ['cards'] })).data.join('\n')).toContain(`${number}  ISSUED`);
    await operateSuccessfully(['cards', 'activate', number]);
    expect((await operate({ words: ['cards'] })).data.join('\n')).not.toContain(number);
    await operateSuccessfully(['cards', 'block', number]);
    expect((await operate({ words: ['cards'] })).data.join('\n')).toContain(`${number}  BLOCKED`);
  });

  test('support replies to a chat with the exact text', async () => {
    const token = await server.tokenOf('polishOwner');
    const openResponse = await server.call(calls.createSupportChat, { body: newChat() }, token);
    const chat = openResponse.result.uuid;
    expect((await operate({ words: ['chats'] })).data.join('\n')).toContain(chat);
    await operateSuccessfully(['chats', 'answer', chat], 'Two lines,\nno more.\n');
    const { result } = await server.call(calls.listSupportChats, { query: {} }, token);
    const messages = result.data.find(({ uuid }) => uuid === chat)?.messages;
    expect(messages?.at(-1)?.message).toBe('Two lines,\nno more.');
    const withoutReply = await operate({ words: ['chats', 'answer', chat], why });
    expect(withoutReply).toMatchObject({
      status: 400,
      errors: [{ code: 'invalid_input', field: 'input' }],
    });
    expect((await readActions()).at(-1)).toMatchObject({ outcome: 'invalid_input' });
  });

  test('an order proceeds step by step, and the person who placed it is notified immediately', async () => {
    await addPoints(server, 'polishOwner', 500);
    const { variant } = await newProduct(server, { type: 'PETROL', price: 40 });
    const createdOrder = await placeOrder(server, 'polishOwner', [lineOf(variant, 40)], {
      type: 'PETROL',
    });
    expect((await operate({ words: ['orders'] })).data.join('\n')).toContain(createdOrder.uuid);
    await operateSuccessfully(['orders', 'approve', createdOrder.uuid]);
    await operateSuccessfully(['orders', 'complete', createdOrder.uuid], example.voucher);
    expect((await orderDetail(server, createdOrder.uuid)).result).toMatchObject({
      status: 3,
      meta: { response: { number: '1234-5678' } },
    });
    const lateRejection = await operate({
      words: ['orders', 'reject', createdOrder.uuid],
      why,
      input: 'Too late.',
    });
    expect(lateRejection.status).toBeGreaterThanOrEqual(400);
    expect((await readActions()).at(-1)).toMatchObject({
      command: 'orders reject',
      outcome: lateRejection.errors[0]?.code,
    });
  });
});

describe('the operators’ audit log', () => {
  test('a command for a missing record is rejected with an error code that names it', async () => {
    for (const words of [
      ['projects', 'accept', randomUUID()],
      ['companies', 'verify', randomUUID()],
      ['serials', 'release', company, '24K4B7UL'],
    ]) {
      expect((await operate({ words, why })).errors[0]?.code).toMatch(/not_found$/);
    }
  });

  test('records who did what, when and why, with the result, but without typed texts', async () => {
    server.clock.advance(1000);
    await operate(
      { words: ['companies', 'verify', company], why: ' Checked by phone. ' },
      ben.token,
    );
    const verifiedAt = new Date(server.clock.now()).toISOString();
    const [newest] = (await operate({ words: ['acts'] })).data;
    expect(newest).toBe(`${verifiedAt}  ben  companies verify ${company}  done  Checked by phone.`);
    const actionText = JSON.stringify(await readActions());
    for (const output of ['Two lines', '1234-5678', 'Kraków', 'Closed in May']) {
      expect(actionText).not.toContain(output);
    }
    const log = server.log.join('');
    for (const secret of [anna.token, ben.token, '1234-5678', 'Kraków', why]) {
      expect(log).not.toContain(secret);
    }
  });
});
