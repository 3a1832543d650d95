import { type Language } from '#schemas/languages.ts';

/** How a code is announced. `{code}` and `{minutes}` are put in. */
interface CodeTexts {
  readonly subject: string;
  readonly mail: string;
  readonly sms: string;
}

const english: CodeTexts = {
  subject: 'Your sign-in code: {code}',
  mail: 'Your sign-in code is {code}. It is good for {minutes} minutes.\n\nIf you did not ask for it, you can ignore this message. Do not pass the code on to anybody.',
  sms: 'Installer Club: your sign-in code is {code}. It is good for {minutes} minutes.',
};

/** Each translated language; everybody else reads English. A new one is an entry here. */
const texts: Partial<Record<Language, CodeTexts>> = {
  en: english,
  pl: {
    subject: 'Twój kod logowania: {code}',
    mail: 'Twój kod logowania to {code}. Jest ważny {minutes} minut.\n\nJeśli to nie Ty o niego prosisz, możesz zignorować tę wiadomość. Nie podawaj kodu nikomu.',
    sms: 'Installer Club: kod logowania to {code}. Jest wazny {minutes} minut.',
  },
};

/** The words of a message with a one-time code, in the person's language where it is translated. */
export function codeMessage(language: Language, code: string, minutes: number): CodeTexts {
  const chosen = texts[language] ?? english;
  const fill = (text: string) =>
    text.replaceAll('{code}', code).replaceAll('{minutes}', String(minutes));
  return { subject: fill(chosen.subject), mail: fill(chosen.mail), sms: fill(chosen.sms) };
}
