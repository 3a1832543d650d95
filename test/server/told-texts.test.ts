import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogueLanguages, type Language, languageIds } from '#schemas/languages.ts';
import { patienceWith, retryWait } from '#server/messages/retry-wait.ts';
import { sampleMessages } from '#server/messages/samples.ts';
import { openCode, sealCode } from '#server/messages/sealed-code.ts';
import { readTold, templates } from '#server/messages/told.ts';
import { wordsOf } from '#server/messages/words.ts';

const toldSamples = (language: Language) =>
  sampleMessages(language).flatMap((message) => ('template' in message ? [message] : []));

describe('what people are told by e-mail', () => {
  test('has words of its own in each translated language, with everything put in', () => {
    for (const language of catalogueLanguages) {
      const samples = toldSamples(language);
      expect(new Set(samples.map(({ template }) => template))).toEqual(new Set(templates));
      for (const message of samples) {
        const { subject, mail, html, sms } = wordsOf(message);
        for (const text of [subject, mail, html, sms]) {
          expect(text).not.toMatch(/undefined|null|NaN|\[object|\{|\}/);
        }
        expect(html).toContain(`<html lang="${language}">`);
        expect(html).not.toMatch(/src=|href=|url\(|<script/);
      }
    }
    const subjects = catalogueLanguages.flatMap((language) =>
      toldSamples(language).map((message) => wordsOf(message).subject),
    );
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  test('is English where it is not translated, and says so to the reader’s machine', () => {
    for (const language of Object.keys(languageIds) as Language[]) {
      if (catalogueLanguages.some((known) => known === language)) continue;
      const english = toldSamples('en').map((message) => wordsOf(message));
      expect(toldSamples(language).map((message) => wordsOf(message))).toEqual(english);
    }
  });

  test('an invitation to a team says who invites, whereto, and where the app is', () => {
    const filling = {
      name: 'Jan',
      company: 'Dachy & Okna',
      inviter: 'Anna Kowalska',
      app_address: 'https://club.example/login',
    };
    const to = { channel: 'email', to: 'jan@example.com', language: 'pl' } as const;
    const told = readTold('team_invitation', filling);
    if (told === null) throw new Error('The invitation could not be read.');
    const { subject, mail, html } = wordsOf({ ...to, ...told });
    expect(subject).toBe('Dachy & Okna zaprasza do Installer Club');
    for (const word of ['Jan', 'Anna Kowalska', 'https://club.example/login'])
      expect(mail).toContain(word);
    expect(html).toContain('Dachy &amp; Okna');
    const bare = readTold('team_invitation', { ...filling, app_address: null });
    expect(bare && wordsOf({ ...to, ...bare }).mail).not.toContain('http');
    expect(readTold('team_invitation', { ...filling, app_address: 'nowhere' })).toBeNull();
    expect(readTold('toString', filling)).toBeNull();
  });

  test('whatever somebody typed is text: no markup, no second line of a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (typed) => {
        const title = `<img src=x>\r\nBcc: eve@example.org ${typed}`;
        const to = { channel: 'email', to: 'a@example.com', language: 'en' } as const;
        const reason = { number: '1', points: 1, reason: title, is_final: true };
        for (const message of [
          { ...to, template: 'chat_answered', filling: { title } } as const,
          { ...to, template: 'lead_offered', filling: { place: title, answer_by: null } } as const,
          { ...to, template: 'top_up_refused', filling: reason } as const,
        ]) {
          const { subject, html } = wordsOf(message);
          expect(subject).not.toMatch(/[\r\n]/);
          expect(html).not.toContain('<img');
        }
      }),
    );
  });
});

describe('how long a try that failed is waited after', () => {
  test('twice as long each time, a quarter more or less, up to a limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, is_urgent, chance) => {
          const patience = patienceWith({ is_urgent });
          const wait = retryWait(tries, patience, chance);
          const middle = Math.min(patience.lastWait, patience.firstWait * 2 ** (tries - 1));
          expect(wait).toBeGreaterThanOrEqual(Math.floor(0.75 * middle));
          expect(wait).toBeLessThanOrEqual(Math.ceil(1.25 * middle));
          // Who tries is given up for dead only after the try itself was.
          expect(patience.lease).toBeGreaterThan(patience.deadline);
        },
      ),
    );
  });
});

describe('a sealed code', () => {
  test('is opened by its pepper for its message, and by nothing else', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^\d{5,20}$/), (id, code) => {
        const sealed = sealCode('a pepper', id, code);
        expect(openCode('a pepper', id, sealed)).toBe(code);
        expect(sealed).not.toContain(code);
        expect(openCode('another', id, sealed)).toBeNull();
        expect(openCode('a pepper', 'another message', sealed)).toBeNull();
        expect(openCode('a pepper', id, sealed.slice(0, -4))).toBeNull();
        expect(openCode('a pepper', id, '')).toBeNull();
      }),
    );
  });
});
