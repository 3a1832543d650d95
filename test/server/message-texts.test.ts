import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageTag } from '#schemas/formatting-locale.ts';
import { catalogueLanguages, type Language, languageIds } from '#schemas/languages.ts';
import { getRetryPolicy, getRetryDelay } from '#server/messages/queue/retry-policy.ts';
import { sampleMessages } from '#server/messages/templates/sample-messages.ts';
import { openCode, sealCode } from '#server/messages/queue/sealed-code.ts';
import {
  parseTemplateContent,
  templateNames,
} from '#server/messages/templates/message-templates.ts';
import { renderMessage } from '#server/messages/templates/render-message.ts';

const languages = Object.keys(languageIds) as Language[];
const notificationSamples = (language: Language) =>
  sampleMessages(language).flatMap((message) => ('template' in message ? [message] : []));

describe('notification emails', () => {
  test('have their own text in each translated language, with all values filled in', () => {
    for (const language of catalogueLanguages) {
      const samples = notificationSamples(language);
      expect(new Set(samples.map(({ template }) => template))).toEqual(new Set(templateNames));
      for (const message of samples) {
        const { subject, text, html, sms } = renderMessage(message);
        for (const content of [subject, text, html, sms]) {
          expect(content).not.toMatch(/undefined|null|NaN|\[object|\{|\}/);
        }
        expect(html).toContain(`<html lang="${languageTag(language)}">`);
        const isCyrillic = /\p{Script=Cyrillic}/u.test(subject + text + sms);
        expect([language, isCyrillic]).toEqual([language, ['bg', 'uk'].includes(language)]);
        expect(html).not.toMatch(/src=|href=|url\(|<script/);
      }
    }
    const subjectsIn = (language: Language) =>
      notificationSamples(language).map((message) => renderMessage(message).subject);
    const english = new Set(subjectsIn('en'));
    for (const language of catalogueLanguages) {
      const subjects = subjectsIn(language);
      expect(new Set(subjects).size).toBe(subjects.length);
      // Related languages share some subjects, but none equals the English one.
      const untranslated = subjects.filter((subject) => language !== 'en' && english.has(subject));
      expect(untranslated).toEqual([]);
    }
  });

  test('are English in untranslated languages, and marked as such', () => {
    const messagesIn = (language: Language) =>
      notificationSamples(language)
        .filter(({ template }) => template !== 'team_invitation')
        .map((message) => renderMessage(message));
    for (const language of languages) {
      if (catalogueLanguages.some((catalogueLanguage) => catalogueLanguage === language)) continue;
      expect(messagesIn(language)).toEqual(messagesIn('en'));
    }
  });

  test('a team invitation names the company and the sign-in link, in every language', () => {
    const data = { company: 'Dachy & Okna', link: 'https://club.example/login' };
    const content = parseTemplateContent('team_invitation', data);
    const withoutLink = parseTemplateContent('team_invitation', { ...data, link: null });
    if (content === null || withoutLink === null)
      throw new Error('The invitation couldn’t be read.');
    for (const language of languages) {
      const to = { channel: 'sms', to: '+48600700800', language } as const;
      const { subject, text, html, sms } = renderMessage({ ...to, ...content });
      expect(subject).toContain('Dachy & Okna');
      for (const content of [text, sms]) expect(content).toMatch(/Dachy & Okna.*https:\S+\/login/s);
      expect(html).toContain('Dachy &amp; Okna');
      expect(renderMessage({ ...to, ...withoutLink }).text).not.toContain('http');
    }
    expect(parseTemplateContent('team_invitation', { ...data, link: 'nowhere' })).toBeNull();
    expect(parseTemplateContent('toString', data)).toBeNull();
  });

  test('user input is escaped, so that it can’t inject markup or headers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (input) => {
        const title = `<img src=x>\r\nBcc: eve@example.org ${input}`;
        const to = { channel: 'email', to: 'a@example.com', language: 'en' } as const;
        const reason = { number: '1', points: 1, reason: title, is_final: true };
        for (const message of [
          { ...to, template: 'chat_answered', data: { title } } as const,
          { ...to, template: 'lead_offered', data: { place: title, answer_by: null } } as const,
          { ...to, template: 'top_up_refused', data: reason } as const,
        ]) {
          const { subject, html } = renderMessage(message);
          expect(subject).not.toMatch(/[\r\n]/);
          expect(html).not.toContain('<img');
        }
      }),
    );
  });
});

describe('the delay after a failed attempt', () => {
  test('doubles each time, ± 25 %, up to a limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, is_urgent, chance) => {
          const retryPolicy = getRetryPolicy({ is_urgent });
          const delay = getRetryDelay(tries, retryPolicy, chance);
          const baseDelay = Math.min(
            retryPolicy.maxDelayMs,
            retryPolicy.initialDelayMs * 2 ** (tries - 1),
          );
          expect(delay).toBeGreaterThanOrEqual(Math.floor(0.75 * baseDelay));
          expect(delay).toBeLessThanOrEqual(Math.ceil(1.25 * baseDelay));
          // A lease must outlast its attempt, or a slow attempt would be repeated.
          expect(retryPolicy.leaseMs).toBeGreaterThan(retryPolicy.timeoutMs);
        },
      ),
    );
  });
});

describe('a sealed code', () => {
  test('can only be opened with its pepper and its message id', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^\d{5,20}$/), (id, code) => {
        const sealedCode = sealCode('a pepper', id, code);
        expect(openCode('a pepper', id, sealedCode)).toBe(code);
        expect(sealedCode).not.toContain(code);
        expect(openCode('another', id, sealedCode)).toBeNull();
        expect(openCode('a pepper', 'another message', sealedCode)).toBeNull();
        expect(openCode('a pepper', id, sealedCode.slice(0, -4))).toBeNull();
        expect(openCode('a pepper', id, '')).toBeNull();
      }),
    );
  });
});
