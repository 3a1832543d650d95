import { type Language } from '#schemas/languages.ts';
import { escape } from '../http/docs-page.ts';
import { CODE_LENGTH, LONG_CODE_LENGTH } from '#schemas/session.ts';
import { type CodeMessage, type CodePurpose } from './delivery.ts';
import { codeTexts } from './message-texts.ts';
import { noticeTexts } from './notice-texts.ts';
import { teamTexts } from './team-texts.ts';
import { CODE_LIFETIME_MINUTES, WAY_BACK_DAYS } from './tokens.ts';

/** A message, ready to be sent either way. */
export interface CodeWords {
  readonly subject: string;
  /** The e-mail as plain text. */
  readonly mail: string;
  /** The same as a page: the code, where there is one, in large digits. */
  readonly html: string;
  readonly sms: string;
}

const CLUB = 'Installer Club';

/** The words of a message, in the person's language. */
export function wordsOf(message: CodeMessage): CodeWords {
  const { language } = message;
  if (message.purpose === 'email_changed') return emailChanged(language, message.code);
  if (message.purpose === 'wrong_codes') return wrongCodes(language);
  if (message.purpose === 'team_added') return teamAdded(language, message);
  return codeMessage(language, message.code, CODE_LIFETIME_MINUTES, message.purpose);
}

function emailChanged(language: Language, code: string | null): CodeWords {
  const { subject, lead, wayBack, byPhone } = noticeTexts[language].email_changed;
  const note = code === null ? byPhone : wayBack.replace('{days}', String(WAY_BACK_DAYS));
  const shown = code && inGroups(code);
  return {
    subject,
    mail: [lead, note, shown].filter((part) => part !== null).join('\n\n'),
    html: page(language, shown, lead, note),
    sms: plainLatin(`${CLUB}: ${lead}`),
  };
}

function wrongCodes(language: Language): CodeWords {
  const { subject, lead, note } = noticeTexts[language].wrong_codes;
  const told = lead.replace('{digits}', String(LONG_CODE_LENGTH));
  return {
    subject,
    mail: `${told}\n\n${note}`,
    html: page(language, null, told, note),
    sms: plainLatin(`${CLUB}: ${told}`),
  };
}

function teamAdded(
  language: Language,
  { company, link }: Extract<CodeMessage, { purpose: 'team_added' }>,
): CodeWords {
  const { subject, lead, signIn } = teamTexts[language];
  const filled = (text: string) => text.replace('{company}', () => company);
  const way = link === null ? `${signIn}.` : `${signIn}: ${link}`;
  return {
    subject: filled(subject),
    mail: `${filled(lead)}\n\n${way}`,
    // The name is not ours.
    html: page(language, null, escape(filled(lead)), escape(way)),
    sms: plainLatin(`${CLUB}: ${filled(lead)} ${way}`),
  };
}

/** Twenty digits in one row are mistyped. */
function inGroups(code: string): string {
  return code.match(new RegExp(`.{1,${CODE_LENGTH}}`, 'g'))?.join(' ') ?? code;
}

/** The words of a message with a one-time code, in the person's language. */
export function codeMessage(
  language: Language,
  code: string,
  minutes: number,
  purpose: CodePurpose = 'sign_in',
): CodeWords {
  const { subject, lead, note } = codeTexts[language][purpose];
  const fill = (text: string) =>
    text.replaceAll('{code}', code).replaceAll('{minutes}', String(minutes));
  return {
    subject: fill(subject),
    mail: `${fill(lead)}\n\n${note}`,
    html: page(language, code, fill(lead), note),
    sms: plainLatin(`${CLUB}: ${fill(lead)}`),
  };
}

/** Nothing is loaded from anywhere, and it can be read without its styles. The texts are ours. */
function page(language: Language, code: string | null, lead: string, note: string): string {
  const column = 'max-width:480px;margin:0 auto;padding:32px 20px;font-family:sans-serif';
  const digits = 'font-size:36px;font-weight:bold;letter-spacing:8px;margin:24px 0';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${CLUB}</title></head>
<body style="margin:0;background:#f3f4f6;color:#16202c">
<div style="${column}">
<p style="font-weight:bold">${CLUB}</p>
${code === null ? '' : `<p style="${digits}">${code}</p>`}
<p>${lead}</p>
<p style="color:#4b5563">${note}</p>
</div>
</body>
</html>
`;
}

/** Latin letters that no decomposition takes apart. */
const bareLetters: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' };

/**
 * Without the marks on Latin letters: with one of them a text message has room for 70 characters instead
 * of 160. Cyrillic stays as it is.
 */
function plainLatin(text: string): string {
  const bare = text.replace(/[łŁđĐı]/g, (letter) => bareLetters[letter] ?? letter);
  return bare.replace(/\p{Script=Latin}/gu, (letter) =>
    letter.normalize('NFD').replace(/\p{M}/gu, ''),
  );
}
