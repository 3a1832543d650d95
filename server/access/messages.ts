import { type Language } from '#schemas/languages.ts';
import { type CodePurpose } from './delivery.ts';
import { codeTexts } from './message-texts.ts';

/** A message with a one-time code, ready to be sent either way. */
export interface CodeWords {
  readonly subject: string;
  /** The e-mail as plain text. */
  readonly mail: string;
  /** The same as a page: the code in large digits. */
  readonly html: string;
  readonly sms: string;
}

const CLUB = 'Installer Club';

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
function page(language: Language, code: string, lead: string, note: string): string {
  const column = 'max-width:480px;margin:0 auto;padding:32px 20px;font-family:sans-serif';
  const digits = 'font-size:36px;font-weight:bold;letter-spacing:8px;margin:24px 0';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${CLUB}</title></head>
<body style="margin:0;background:#f3f4f6;color:#16202c">
<div style="${column}">
<p style="font-weight:bold">${CLUB}</p>
<p style="${digits}">${code}</p>
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
