import { brand } from '#brand';
import { languageTag } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import { CODE_LENGTH, LONG_CODE_LENGTH } from '#schemas/session.ts';
import {
  CODE_LIFETIME_MINUTES,
  EMAIL_RESTORE_DAYS,
  OPERATOR_CODE_MINUTES,
  OPERATOR_INVITATION_DAYS,
} from '#server/access/tokens.ts';
import { escapeHtml } from '#server/http/docs/docs-page.ts';
import { codeTexts, operatorCodeTexts } from './code-texts.ts';
import { type CodeContent, type CodePurpose, type Message } from '../providers/delivery.ts';
import { accountNoticeTexts } from './account-notice-texts.ts';
import { invitationTexts } from './invitation-texts.ts';
import { type TemplateData } from './message-templates.ts';
import { renderTemplate, type TranslatedMessage } from './template-texts.ts';

/** A message rendered for each channel. */
interface RenderedMessage {
  readonly subject: string;
  /** Plain-text body of the email. */
  readonly text: string;
  /** HTML body; a code is shown in large digits. */
  readonly html: string;
  readonly sms: string;
}

/** Renders a message in the recipient's language. */
export function renderMessage(message: Message): RenderedMessage {
  const { language } = message;
  if ('template' in message) {
    if (message.template === 'team_invitation') return renderInvitation(language, message.data);
    return renderTemplateMessage(message, language);
  }
  if (message.purpose === 'email_changed') return renderEmailChanged(language, message.code);
  if (message.purpose === 'wrong_codes') return renderWrongCodes(language);
  if (message.purpose === 'operator_sign_in' || message.purpose === 'operator_invitation')
    return renderOperatorCode(language, message);
  return renderCodeMessage(language, message.code, CODE_LIFETIME_MINUTES, message.purpose);
}

function renderTemplateMessage(message: TranslatedMessage, language: Language): RenderedMessage {
  const { language: renderedLanguage, subject, parts, footer } = renderTemplate(message, language);
  const intro = parts.find((part) => typeof part === 'string') ?? subject;
  return {
    subject: toSingleLine(subject),
    text: [...parts.map(partToText), `-- \n${footer}`].join('\n\n'),
    html: renderPage(renderedLanguage, [...parts.map(partToHtml), noteToHtml(footer)]),
    sms: toPlainLatin(`${brand.name}: ${toSingleLine(intro)}`),
  };
}

/** A paragraph, or a list of lines. */
type Part = string | readonly string[];

function partToText(part: Part): string {
  return typeof part === 'string' ? part : part.map((line) => `- ${line}`).join('\n');
}

function partToHtml(part: Part): string {
  if (typeof part === 'string') {
    return `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`;
  }
  const lines = part.map((line) => `<li style="margin:4px 0">${escapeHtml(line)}</li>`);
  return `<ul style="padding-left:20px">${lines.join('\n')}</ul>`;
}

function noteToHtml(text: string): string {
  return `<p style="color:#4b5563">${escapeHtml(text)}</p>`;
}

/** Collapses whitespace, so that typed text can't add a header line. */
function toSingleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function renderEmailChanged(language: Language, code: string | null): RenderedMessage {
  const { subject, intro, restoreHint, phoneHint } = accountNoticeTexts[language].email_changed;
  const note =
    code === null ? phoneHint : restoreHint.replace('{days}', String(EMAIL_RESTORE_DAYS));
  const groupedCode = code && groupDigits(code);
  return {
    subject,
    text: [intro, note, groupedCode].filter((part) => part !== null).join('\n\n'),
    html: renderCodePage(language, groupedCode, intro, note),
    sms: toPlainLatin(`${brand.name}: ${intro}`),
  };
}

function renderWrongCodes(language: Language): RenderedMessage {
  const { subject, intro, note } = accountNoticeTexts[language].wrong_codes;
  const introText = intro.replace('{digits}', String(LONG_CODE_LENGTH));
  return {
    subject,
    text: `${introText}\n\n${note}`,
    html: renderCodePage(language, null, introText, note),
    sms: toPlainLatin(`${brand.name}: ${introText}`),
  };
}

/**
 * Renders the invitation of a new team member. It's available in every account language, because it's the first message
 * that a person gets from the club.
 */
function renderInvitation(
  language: Language,
  { company, link }: TemplateData<'team_invitation'>,
): RenderedMessage {
  const { subject, intro, signIn } = invitationTexts[language];
  const insertValues = (text: string) => toSingleLine(text.replace('{company}', () => company));
  const signInLine = link === null ? `${signIn}.` : `${signIn}: ${link}`;
  return {
    subject: insertValues(subject),
    text: `${insertValues(intro)}\n\n${signInLine}`,
    html: renderPage(language, [partToHtml(insertValues(intro)), partToHtml(signInLine)]),
    sms: toPlainLatin(`${brand.name}: ${insertValues(intro)} ${signInLine}`),
  };
}

/** Groups the digits, because twenty digits in a row get mistyped. */
function groupDigits(code: string): string {
  return code.match(new RegExp(`.{1,${CODE_LENGTH}}`, 'g'))?.join(' ') ?? code;
}

/** Renders a message with a one-time code. */
export function renderCodeMessage(
  language: Language,
  code: string,
  minutes: number,
  purpose: CodePurpose = 'sign_in',
): RenderedMessage {
  const { subject, intro, note } = codeTexts[language][purpose];
  const insertValues = (text: string) =>
    text.replaceAll('{code}', code).replaceAll('{minutes}', String(minutes));
  return {
    subject: insertValues(subject),
    text: `${insertValues(intro)}\n\n${note}`,
    html: renderCodePage(language, code, insertValues(intro), note),
    sms: toPlainLatin(`${brand.name}: ${insertValues(intro)}`),
  };
}

/** Renders an operator's code. The console has two languages, so operators with any other language get English. */
function renderOperatorCode(
  language: Language,
  message: Extract<CodeContent, { readonly purpose: 'operator_sign_in' | 'operator_invitation' }>,
): RenderedMessage {
  const renderedLanguage = language === 'pl' ? 'pl' : 'en';
  const { subject, intro, note } = operatorCodeTexts[renderedLanguage][message.purpose];
  const insertValues = (text: string) =>
    text
      .replaceAll('{code}', groupDigits(message.code))
      .replaceAll('{minutes}', String(OPERATOR_CODE_MINUTES))
      .replaceAll('{days}', String(OPERATOR_INVITATION_DAYS))
      .replaceAll('{link}', 'link' in message ? message.link : '');
  return {
    subject: insertValues(subject),
    text: `${insertValues(intro)}\n\n${note}`,
    html: renderCodePage(renderedLanguage, groupDigits(message.code), insertValues(intro), note),
    sms: toPlainLatin(`${brand.name}: ${insertValues(intro)}`),
  };
}

function renderCodePage(
  language: Language,
  code: string | null,
  intro: string,
  note: string,
): string {
  const digits = 'font-size:36px;font-weight:bold;letter-spacing:8px;margin:24px 0';
  const codeParts = code === null ? [] : [`<p style="${digits}">${escapeHtml(code)}</p>`];
  return renderPage(language, [...codeParts, partToHtml(intro), noteToHtml(note)]);
}

/**
 * Renders a page that loads no resources and stays readable without styles.
 * @param parts parts of the body, as HTML
 */
function renderPage(language: Language, parts: readonly string[]): string {
  const column = 'max-width:480px;margin:0 auto;padding:32px 20px;font-family:sans-serif';
  return `<!doctype html>
<html lang="${languageTag(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${brand.name}</title></head>
<body style="margin:0;background:#f3f4f6;color:#16202c">
<div style="${column};line-height:1.5;overflow-wrap:anywhere">
<p style="font-weight:bold">${brand.name}</p>
${parts.join('\n')}
</div>
</body>
</html>
`;
}

/** Replacements for letters without a Unicode decomposition, and for typographic marks. */
const plainCharacters: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '…': '...',
};

/**
 * Removes diacritics from Latin letters and replaces typographic marks. A single such character would reduce the
 * maximum length of a text message from 160 to 70 characters. Cyrillic letters stay unchanged.
 */
function toPlainLatin(text: string): string {
  const withoutSpecials = text.replace(
    /[łŁđĐı’‘“”„–…]/g,
    (character) => plainCharacters[character] ?? character,
  );
  return withoutSpecials.replace(/\p{Script=Latin}/gu, (letter) =>
    letter.normalize('NFD').replace(/\p{M}/gu, ''),
  );
}
