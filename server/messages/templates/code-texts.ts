import { type Language } from '#schemas/languages.ts';
import { type CodePurpose, type OperatorCodePurpose } from '../providers/delivery.ts';

/** Texts of a message with a code. Placeholders: `{code}` and `{minutes}` (10). */
interface CodeTexts {
  readonly subject: string;
  /** Used in emails and text messages. */
  readonly intro: string;
  /** Used only in emails. */
  readonly note: string;
}

/** Texts of messages with codes for the app, in every account language. */
export const codeTexts: Readonly<Record<Language, Readonly<Record<CodePurpose, CodeTexts>>>> = {
  bs: {
    sign_in: {
      subject: 'Vaš kod za prijavu: {code}',
      intro: 'Vaš kod za prijavu je {code}. Vrijedi {minutes} minuta.',
      note: 'Ako ga niste tražili, zanemarite ovu poruku. Nikome ne dajte kod.',
    },
    verify_email: {
      subject: 'Kod za potvrdu ove e-adrese: {code}',
      intro: 'Vaš kod za potvrdu ove e-adrese je {code}. Vrijedi {minutes} minuta.',
      note: 'Ako ga niste tražili, neko je možda greškom unio vašu adresu; zanemarite ovu poruku.',
    },
  },
  bg: {
    sign_in: {
      subject: 'Вашият код за вход: {code}',
      intro: 'Вашият код за вход е {code}. Валиден е {minutes} минути.',
      note: 'Ако не сте го поискали, не обръщайте внимание на това съобщение. Не давайте кода на никого.',
    },
    verify_email: {
      subject: 'Код за потвърждаване на този имейл адрес: {code}',
      intro: 'Кодът за потвърждаване на този имейл адрес е {code}. Валиден е {minutes} минути.',
      note: 'Ако не сте го поискали, може някой да е въвел адреса ви по погрешка; не обръщайте внимание на това съобщение.',
    },
  },
  hr: {
    sign_in: {
      subject: 'Vaš kod za prijavu: {code}',
      intro: 'Vaš kod za prijavu je {code}. Vrijedi {minutes} minuta.',
      note: 'Ako ga niste zatražili, zanemarite ovu poruku. Nikome ne dajte kod.',
    },
    verify_email: {
      subject: 'Kod za potvrdu ove e-adrese: {code}',
      intro: 'Vaš kod za potvrdu ove e-adrese je {code}. Vrijedi {minutes} minuta.',
      note: 'Ako ga niste zatražili, netko je možda pogreškom upisao vašu adresu; zanemarite ovu poruku.',
    },
  },
  cs: {
    sign_in: {
      subject: 'Váš přihlašovací kód: {code}',
      intro: 'Váš přihlašovací kód je {code}. Platí {minutes} minut.',
      note: 'Pokud jste o něj nežádali, zprávu ignorujte. Kód nikomu nesdělujte.',
    },
    verify_email: {
      subject: 'Kód pro ověření této e-mailové adresy: {code}',
      intro: 'Váš kód pro ověření této e-mailové adresy je {code}. Platí {minutes} minut.',
      note: 'Pokud jste o něj nežádali, někdo mohl zadat vaši adresu omylem; zprávu ignorujte.',
    },
  },
  en: {
    sign_in: {
      subject: 'Your sign-in code: {code}',
      intro: 'Your sign-in code is {code}. It’s valid for {minutes} minutes.',
      note: 'If you didn’t ask for it, ignore this message. Never share this code.',
    },
    verify_email: {
      subject: 'Your code to verify this email address: {code}',
      intro: 'Your code to verify this email address is {code}. It’s valid for {minutes} minutes.',
      note: 'If you didn’t ask for it, someone may have entered your address by mistake. You can ignore this message.',
    },
  },
  et: {
    sign_in: {
      subject: 'Teie sisselogimiskood: {code}',
      intro: 'Teie sisselogimiskood on {code}. See kehtib {minutes} minutit.',
      note: 'Kui te seda ei küsinud, jätke see sõnum tähelepanuta. Ärge andke koodi kellelegi edasi.',
    },
    verify_email: {
      subject: 'Selle e-posti aadressi kinnituskood: {code}',
      intro: 'Selle e-posti aadressi kinnituskood on {code}. See kehtib {minutes} minutit.',
      note: 'Kui te seda ei küsinud, võis keegi teie aadressi ekslikult sisestada; jätke see sõnum tähelepanuta.',
    },
  },
  hu: {
    sign_in: {
      subject: 'Az Ön belépési kódja: {code}',
      intro: 'Az Ön belépési kódja {code}. {minutes} percig érvényes.',
      note: 'Ha nem Ön kérte, hagyja figyelmen kívül ezt az üzenetet. A kódot senkinek ne adja tovább.',
    },
    verify_email: {
      subject: 'Az e-mail-cím megerősítő kódja: {code}',
      intro: 'Az e-mail-cím megerősítő kódja {code}. {minutes} percig érvényes.',
      note: 'Ha nem Ön kérte, valaki tévedésből adhatta meg az Ön címét; hagyja figyelmen kívül ezt az üzenetet.',
    },
  },
  it: {
    sign_in: {
      subject: 'Il tuo codice di accesso: {code}',
      intro: 'Il tuo codice di accesso è {code}. È valido per {minutes} minuti.',
      note: 'Se non lo hai richiesto, ignora questo messaggio. Non comunicare il codice a nessuno.',
    },
    verify_email: {
      subject: 'Il codice per confermare questo indirizzo e-mail: {code}',
      intro:
        'Il codice per confermare questo indirizzo e-mail è {code}. È valido per {minutes} minuti.',
      note: 'Se non lo hai richiesto, qualcuno può aver inserito il tuo indirizzo per errore; ignora questo messaggio.',
    },
  },
  lv: {
    sign_in: {
      subject: 'Jūsu pieteikšanās kods: {code}',
      intro: 'Jūsu pieteikšanās kods ir {code}. Tas ir derīgs {minutes} minūtes.',
      note: 'Ja to nepieprasījāt, ignorējiet šo ziņu. Nevienam neizpaudiet kodu.',
    },
    verify_email: {
      subject: 'Šīs e-pasta adreses apstiprināšanas kods: {code}',
      intro: 'Šīs e-pasta adreses apstiprināšanas kods ir {code}. Tas ir derīgs {minutes} minūtes.',
      note: 'Ja to nepieprasījāt, iespējams, kāds kļūdas dēļ ievadīja jūsu adresi; ignorējiet šo ziņu.',
    },
  },
  pl: {
    sign_in: {
      subject: 'Twój kod logowania: {code}',
      intro: 'Twój kod logowania to {code}. Jest ważny {minutes} minut.',
      note: 'Jeśli to nie Twoja prośba, zignoruj tę wiadomość. Nie podawaj kodu nikomu.',
    },
    verify_email: {
      subject: 'Twój kod do potwierdzenia adresu e-mail: {code}',
      intro: 'Twój kod do potwierdzenia tego adresu e-mail to {code}. Jest ważny {minutes} minut.',
      note: 'Jeśli to nie Twoja prośba, ktoś mógł przez pomyłkę wpisać Twój adres; możesz zignorować tę wiadomość.',
    },
  },
  ro: {
    sign_in: {
      subject: 'Codul dvs. de autentificare: {code}',
      intro: 'Codul dvs. de autentificare este {code}. Este valabil {minutes} minute.',
      note: 'Dacă nu l-ați cerut, ignorați acest mesaj. Nu comunicați codul nimănui.',
    },
    verify_email: {
      subject: 'Codul de confirmare a acestei adrese de e-mail: {code}',
      intro:
        'Codul de confirmare a acestei adrese de e-mail este {code}. Este valabil {minutes} minute.',
      note: 'Dacă nu l-ați cerut, poate cineva a introdus adresa dvs. din greșeală; ignorați acest mesaj.',
    },
  },
  sr: {
    sign_in: {
      subject: 'Vaš kod za prijavu: {code}',
      intro: 'Vaš kod za prijavu je {code}. Važi {minutes} minuta.',
      note: 'Ako ga niste tražili, zanemarite ovu poruku. Nikome ne dajte kod.',
    },
    verify_email: {
      subject: 'Kod za potvrdu ove imejl adrese: {code}',
      intro: 'Vaš kod za potvrdu ove imejl adrese je {code}. Važi {minutes} minuta.',
      note: 'Ako ga niste tražili, neko je možda greškom uneo vašu adresu; zanemarite ovu poruku.',
    },
  },
  sk: {
    sign_in: {
      subject: 'Váš prihlasovací kód: {code}',
      intro: 'Váš prihlasovací kód je {code}. Platí {minutes} minút.',
      note: 'Ak ste oň nežiadali, správu ignorujte. Kód nikomu neposkytujte.',
    },
    verify_email: {
      subject: 'Kód na overenie tejto e-mailovej adresy: {code}',
      intro: 'Váš kód na overenie tejto e-mailovej adresy je {code}. Platí {minutes} minút.',
      note: 'Ak ste oň nežiadali, niekto mohol zadať vašu adresu omylom; správu ignorujte.',
    },
  },
  sl: {
    sign_in: {
      subject: 'Vaša koda za prijavo: {code}',
      intro: 'Vaša koda za prijavo je {code}. Velja {minutes} minut.',
      note: 'Če je niste zahtevali, prezrite to sporočilo. Kode ne zaupajte nikomur.',
    },
    verify_email: {
      subject: 'Koda za potrditev tega e-naslova: {code}',
      intro: 'Vaša koda za potrditev tega e-naslova je {code}. Velja {minutes} minut.',
      note: 'Če je niste zahtevali, je morda kdo pomotoma vnesel vaš naslov; prezrite to sporočilo.',
    },
  },
  tr: {
    sign_in: {
      subject: 'Giriş kodunuz: {code}',
      intro: 'Giriş kodunuz {code}. {minutes} dakika geçerlidir.',
      note: 'Bu kodu siz istemediyseniz bu mesajı dikkate almayın. Kodu kimseyle paylaşmayın.',
    },
    verify_email: {
      subject: 'Bu e-posta adresini doğrulama kodu: {code}',
      intro: 'Bu e-posta adresini doğrulama kodunuz {code}. {minutes} dakika geçerlidir.',
      note: 'Bu kodu siz istemediyseniz biri adresinizi yanlışlıkla girmiş olabilir; bu mesajı dikkate almayın.',
    },
  },
  uk: {
    sign_in: {
      subject: 'Ваш код для входу: {code}',
      intro: 'Ваш код для входу: {code}. Він дійсний {minutes} хвилин.',
      note: 'Якщо ви його не запитували, не зважайте на це повідомлення. Нікому не передавайте код.',
    },
    verify_email: {
      subject: 'Код для підтвердження цієї електронної адреси: {code}',
      intro:
        'Ваш код для підтвердження цієї електронної адреси: {code}. Він дійсний {minutes} хвилин.',
      note: 'Якщо ви його не запитували, хтось міг помилково ввести вашу адресу; не зважайте на це повідомлення.',
    },
  },
  lt: {
    sign_in: {
      subject: 'Jūsų prisijungimo kodas: {code}',
      intro: 'Jūsų prisijungimo kodas yra {code}. Jis galioja {minutes} minučių.',
      note: 'Jei jo neprašėte, nekreipkite dėmesio į šį pranešimą. Niekam neperduokite kodo.',
    },
    verify_email: {
      subject: 'Šio el. pašto adreso patvirtinimo kodas: {code}',
      intro: 'Šio el. pašto adreso patvirtinimo kodas yra {code}. Jis galioja {minutes} minučių.',
      note: 'Jei jo neprašėte, kas nors galėjo per klaidą įvesti jūsų adresą; nekreipkite dėmesio į šį pranešimą.',
    },
  },
};

/**
 * Texts of messages with codes for the console, in the console's languages. Placeholders: `{code}`, `{minutes}`,
 * `{days}` and `{link}`.
 */
export const operatorCodeTexts: Readonly<
  Record<'en' | 'pl', Readonly<Record<OperatorCodePurpose, CodeTexts>>>
> = {
  en: {
    operator_sign_in: {
      subject: 'Your console code: {code}',
      intro: 'Your code to sign in to the console is {code}. It’s valid for {minutes} minutes.',
      note: 'If you didn’t ask for it, ignore this message. Never share this code.',
    },
    operator_invitation: {
      subject: 'You’re invited to the console',
      intro:
        'You’ve been invited to run the programme in the console. Open {link} and sign in with this email address and the code {code}. The code is valid for {days} days.',
      note: 'Then create a passkey on your computer or phone. Never share this code.',
    },
  },
  pl: {
    operator_sign_in: {
      subject: 'Twój kod do konsoli: {code}',
      intro: 'Twój kod logowania do konsoli to {code}. Jest ważny {minutes} minut.',
      note: 'Jeśli to nie Twoja prośba, zignoruj tę wiadomość. Nie podawaj kodu nikomu.',
    },
    operator_invitation: {
      subject: 'Zaproszenie do konsoli',
      intro:
        'Zapraszamy do prowadzenia programu w konsoli. Otwórz {link} i zaloguj się tym adresem e-mail i kodem {code}. Kod jest ważny {days} dni.',
      note: 'Następnie utwórz klucz dostępu na komputerze lub telefonie. Nie podawaj kodu nikomu.',
    },
  },
};
