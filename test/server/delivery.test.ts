import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { normaliseEmail } from '#schemas/email.ts';
import { type Language, languageIds } from '#schemas/languages.ts';
import { type Delivery, PermanentDeliveryError } from '#server/messages/providers/delivery.ts';
import { getFailureName } from '#server/messages/queue/deliver-message.ts';
import { renderCodeMessage, renderMessage } from '#server/messages/templates/render-message.ts';
import {
  createSmsDelivery,
  createSmtpDelivery,
} from '#server/messages/providers/create-delivery.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

async function textOf(stream: AsyncIterable<Buffer | string>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk.toString();
  return text;
}

const envelope = { id: '5f0c4a52-6a1b-4b0e-9c55-1d2f3a4b5c6d', attachments: [] };

describe('a code by email', () => {
  let mail: MailServer;
  let delivery: Delivery;
  beforeAll(async () => {
    mail = await startMailServer();
    delivery = createSmtpDelivery(mail.url, 'Installer Club <club@skylight.example>');
  });
  afterEach(() => {
    mail.behaviour = 'accepts';
    mail.received.length = 0;
  });
  afterAll(async () => {
    await delivery.close();
    await mail.close();
  });

  test('arrives in the person’s language with the code', async () => {
    const attachments = [
      { name: 'certificate.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
    ];
    await delivery.send(
      { channel: 'email', to: 'anna@example.com', language: 'pl', code: '40917' },
      { ...envelope, attachments },
    );
    expect(mail.received).toHaveLength(1);
    expect(mail.received[0]).toMatchObject({
      from: 'club@skylight.example',
      to: ['anna@example.com'],
    });
    expect(mail.received[0]?.text).toContain('40917');
    expect(mail.received[0]?.text).toContain('To: anna@example.com');
    // Both parts are included, for mail clients that don't show HTML.
    expect(mail.received[0]?.text).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail.received[0]?.text).toContain('Content-Type: text/html; charset=utf-8');
    // The message id allows deduplication; the attachment is included.
    expect(mail.received[0]?.text).toContain(`Message-ID: <${envelope.id}@skylight.example>`);
    expect(mail.received[0]?.text).toContain('Content-Type: application/pdf; name=certificate.pdf');
    expect(mail.received[0]?.text).toContain(Buffer.from('%PDF-1.7').toString('base64'));
  });

  test('is sent to only one recipient, even if the address contains several', async () => {
    await delivery
      .send(
        {
          channel: 'email',
          to: 'anna@example.com, eve@example.org',
          language: 'en',
          code: '11111',
        },
        envelope,
      )
      .catch(() => undefined);
    expect(mail.received.flatMap(({ to }) => to)).not.toContain('eve@example.org');
  });

  test.each(["o'neil@x.example", 'anna+club@x.example', 'jan@łódź.pl', 'büro@straße.example'])(
    'arrives at %s',
    async (input) => {
      const to = normaliseEmail(input);
      await delivery.send({ channel: 'email', to, language: 'pl', code: '40917' }, envelope);
      expect(mail.received.map((mail) => mail.to.map(normaliseEmail))).toEqual([[to]]);
    },
  );

  test('fails permanently if the mail server rejects it, temporarily if it is busy', async () => {
    mail.behaviour = 'unknown recipient';
    const sending = delivery.send(
      { channel: 'email', to: 'a@example.com', language: 'en', code: '11111' },
      envelope,
    );
    await expect(sending).rejects.toMatchObject({ code: 'recipient_refused' });
    mail.behaviour = 'busy';
    const secondSending = delivery.send(
      { channel: 'email', to: 'a@example.com', language: 'en', code: '11111' },
      envelope,
    );
    await expect(secondSending).rejects.toThrow('try again later');
    expect(mail.received).toHaveLength(0);
  });
});

describe('a code by SMS', () => {
  const receivedRequests: {
    body: unknown;
    authorization: string | undefined;
    method: string | undefined;
    key: unknown;
  }[] = [];
  let status = 202;
  let gateway: Server;
  let url: string;
  beforeAll(async () => {
    gateway = createServer((request: IncomingMessage, response) => {
      void textOf(request).then((text) => {
        receivedRequests.push({
          body: JSON.parse(text),
          authorization: request.headers.authorization,
          method: request.method,
          key: request.headers['idempotency-key'],
        });
        response.writeHead(status, { location: '/elsewhere' }).end('ok');
      });
    });
    await new Promise<void>((resolve) => {
      gateway.listen(0, '127.0.0.1', () => resolve());
    });
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`;
  });
  afterEach(() => {
    status = 202;
    receivedRequests.length = 0;
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        gateway.close(() => resolve());
      }),
  );

  test('is posted to the gateway with the gateway’s token', async () => {
    await createSmsDelivery(url, 'gateway-token').send(
      { channel: 'sms', to: '+48501234567', language: 'en', code: '40917' },
      envelope,
    );
    expect(receivedRequests).toEqual([
      {
        method: 'POST',
        authorization: 'Bearer gateway-token',
        key: envelope.id,
        body: { to: '+48501234567', text: renderCodeMessage('en', '40917', 10).sms },
      },
    ]);
    expect(renderCodeMessage('en', '40917', 10).sms).toContain('40917');
  });

  test.each([400, 500, 302])('is a failure when the gateway returns %i', async (gatewayStatus) => {
    status = gatewayStatus;
    const sending = createSmsDelivery(url, null).send(
      { channel: 'sms', to: '+48501234567', language: 'en', code: '1' },
      envelope,
    );
    const failure: unknown = await sending.catch((error: unknown) => error);
    expect(failure instanceof PermanentDeliveryError).toBe(gatewayStatus === 400);
    expect(getFailureName(failure)).toMatch(
      gatewayStatus === 302 ? /./ : `sms_gateway_${gatewayStatus}`,
    );
    expect(receivedRequests[0]?.authorization).toBeUndefined();
  });
});

describe('a security notice about an account', () => {
  const languages = Object.keys(languageIds) as Language[];
  const to = { channel: 'email', to: 'anna@example.com' } as const;
  const restoreCode = '12345678901234567890';
  const samples = languages.map((language) => ({
    language,
    changed: renderMessage({ ...to, language, purpose: 'email_changed', code: restoreCode }),
    withoutCode: renderMessage({ ...to, language, purpose: 'email_changed', code: null }),
    wrongCodes: renderMessage({ ...to, language, purpose: 'wrong_codes', code: null }),
  }));

  test('exists in each of the 17 languages, and shows a code in groups', () => {
    for (const { changed, withoutCode, wrongCodes } of samples) {
      for (const text of [changed.text, changed.html]) {
        expect(text).toContain('12345 67890 12345 67890');
        expect(text).toMatch(/\b7\b/);
      }
      expect(withoutCode.text).not.toMatch(/\d/);
      for (const text of [wrongCodes.text, wrongCodes.html, wrongCodes.sms])
        expect(text).toMatch(/\b10\b/);
      for (const { subject, text, html } of [changed, withoutCode, wrongCodes]) {
        expect(subject + text).not.toMatch(/[{}]/);
        expect(html).not.toMatch(/src=|href=|url\(|http|>null</);
      }
    }
    const mails = samples.flatMap(({ changed, wrongCodes }) => [changed.text, wrongCodes.text]);
    expect(new Set(mails).size).toBe(2 * languages.length);
  });

  test('about wrong codes fits into one SMS, or two in Cyrillic', () => {
    const cyrillicLanguages = new Set<Language>(['bg', 'uk']);
    for (const { language, wrongCodes } of samples) {
      const isAscii = /^[\w .,:'-]+$/.test(wrongCodes.sms);
      expect([language, isAscii]).toEqual([language, !cyrillicLanguages.has(language)]);
      expect(wrongCodes.sms.length).toBeLessThanOrEqual(isAscii ? 160 : 134);
    }
  });
});

describe('the text of a message', () => {
  const languages = Object.keys(languageIds) as Language[];
  const purposes = ['sign_in', 'verify_email'] as const;
  const everyMessage = languages.flatMap((language) =>
    purposes.map((purpose) => ({
      language,
      purpose,
      ...renderCodeMessage(language, '40917', 10, purpose),
    })),
  );

  test('exists in each of the 17 languages for both purposes, and differs between them', () => {
    expect(everyMessage).toHaveLength(34);
    // Bosnian and Croatian share some short sentences, but their complete texts differ.
    expect(new Set(everyMessage.map(({ text }) => text)).size).toBe(34);
    expect(renderCodeMessage('pl', '12345', 10).text).toContain('Twój kod');
  });

  test('contains the code and its validity, in every format', () => {
    for (const { subject, text, html, sms } of everyMessage) {
      expect(subject).toContain('40917');
      for (const content of [text, html, sms]) {
        expect(content).toMatch(/40917[^]*10/);
        expect(content).not.toMatch(/[{}]/);
      }
    }
  });

  test('loads no content and has no links in HTML', () => {
    for (const { html } of everyMessage) expect(html).not.toMatch(/src=|href=|url\(|http/);
  });

  test('of an SMS fits into one part in the GSM alphabet, and into two in Cyrillic', () => {
    const cyrillicLanguages = new Set<Language>(['bg', 'uk']);
    for (const { language, sms } of everyMessage) {
      const isAscii = /^[\w .,:'-]+$/.test(sms);
      // Outside the GSM alphabet an SMS holds 70 characters, or 67 per part of a longer one.
      expect([language, isAscii]).toEqual([language, !cyrillicLanguages.has(language)]);
      expect(sms.length).toBeLessThanOrEqual(isAscii ? 160 : 134);
    }
  });
});
