import { type Language } from '#schemas/languages.ts';

/** Security notices about an account. Placeholders: `{days}` (7) and `{digits}` (10). */
interface AccountNoticeTexts {
  /** Sent to the replaced email address. */
  readonly email_changed: {
    readonly subject: string;
    readonly intro: string;
    /** Explains how to restore the address with the code. */
    readonly restoreHint: string;
    /** Used instead of `restoreHint` if the old address was never verified and gets no code. */
    readonly phoneHint: string;
  };
  /** `intro` is used in emails and text messages. */
  readonly wrong_codes: { readonly subject: string; readonly intro: string; readonly note: string };
}

/** Texts of the security notices, in every account language. */
export const accountNoticeTexts: Readonly<Record<Language, AccountNoticeTexts>> = {
  bs: {
    email_changed: {
      subject: 'E-adresa vašeg računa je promijenjena',
      intro: 'Za vaš račun potvrđena je druga e-adresa. Od sada se prijavljuje njome.',
      restoreHint:
        'Ako to niste bili vi, na ekranu za prijavu e-poštom izaberite povratak stare adrese i unesite ovaj kod u roku od {days} dana. Vaša adresa se vraća, a svi se odjavljuju.',
      phoneHint:
        'Ako to niste bili vi, prijavite se brojem telefona, odjavite ostale uređaje i vratite svoju adresu.',
    },
    wrong_codes: {
      subject: 'Pogrešni kodovi na vašem računu',
      intro:
        'Danas su na vašem računu isprobani pogrešni kodovi za prijavu. Do sutra vaši kodovi imaju {digits} cifara.',
      note: 'Ne morate ništa učiniti. Kod ne dajte nikome.',
    },
  },
  bg: {
    email_changed: {
      subject: 'Имейл адресът на вашия профил е сменен',
      intro: 'За вашия профил е потвърден друг имейл адрес. Отсега нататък се влиза с него.',
      restoreHint:
        'Ако не сте били вие, на екрана за вход с имейл изберете връщане на стария адрес и въведете този код до {days} дни. Вашият адрес се връща и всички излизат от профила.',
      phoneHint:
        'Ако не сте били вие, влезте с телефонния си номер, излезте от другите устройства и върнете адреса си.',
    },
    wrong_codes: {
      subject: 'Грешни кодове за вашия профил',
      intro:
        'Днес за профила ви бяха опитани грешни кодове. До утре кодовете ви имат {digits} цифри.',
      note: 'Не е нужно да правите нищо. Не давайте кода на никого.',
    },
  },
  hr: {
    email_changed: {
      subject: 'E-adresa vašeg računa promijenjena je',
      intro: 'Za vaš račun potvrđena je druga e-adresa. Od sada se prijavljuje njome.',
      restoreHint:
        'Ako to niste bili vi, na zaslonu za prijavu e-poštom odaberite povratak stare adrese i unesite ovaj kod u roku od {days} dana. Vaša se adresa vraća, a svi se odjavljuju.',
      phoneHint:
        'Ako to niste bili vi, prijavite se brojem telefona, odjavite ostale uređaje i vratite svoju adresu.',
    },
    wrong_codes: {
      subject: 'Pogrešni kodovi na vašem računu',
      intro:
        'Danas su na vašem računu isprobani pogrešni kodovi za prijavu. Do sutra vaši kodovi imaju {digits} znamenki.',
      note: 'Ne morate ništa učiniti. Kod ne dajte nikome.',
    },
  },
  cs: {
    email_changed: {
      subject: 'E-mailová adresa vašeho účtu byla změněna',
      intro:
        'K vašemu účtu byla ověřena jiná e-mailová adresa. Od této chvíle se přihlašujte novou adresou.',
      restoreHint:
        'Pokud jste to nebyli vy, zvolte na obrazovce přihlášení e-mailem návrat k původní adrese a do {days} dnů zadejte tento kód. Vaše adresa se vrátí a všichni budou odhlášeni.',
      phoneHint:
        'Pokud jste to nebyli vy, přihlaste se telefonním číslem, odhlaste ostatní zařízení a vraťte svou adresu.',
    },
    wrong_codes: {
      subject: 'Chybné kódy u vašeho účtu',
      intro:
        'Dnes byly u vašeho účtu zkoušeny chybné přihlašovací kódy. Do zítřka mají vaše kódy {digits} číslic.',
      note: 'Nemusíte nic dělat. Kód nikomu nesdělujte.',
    },
  },
  en: {
    email_changed: {
      subject: 'The email address of your account was changed',
      intro:
        'The email address of your account was changed. Sign in with the new address from now on.',
      restoreHint:
        'Not you? On the sign-in screen, choose “Someone changed my email address” and enter this code within {days} days. We’ll restore your address and sign out all devices.',
      phoneHint:
        'Not you? Sign in with your phone number, sign out all other devices and change your address back.',
    },
    wrong_codes: {
      subject: 'Someone tried wrong codes on your account',
      intro:
        'Someone entered wrong sign-in codes for your account today. Until tomorrow, your codes will have {digits} digits.',
      note: 'You don’t need to do anything. Never share a code.',
    },
  },
  et: {
    email_changed: {
      subject: 'Teie konto e-posti aadressi muudeti',
      intro: 'Teie kontole kinnitati teine e-posti aadress. Nüüdsest logitakse sisse sellega.',
      restoreHint:
        'Kui see ei olnud teie, valige e-postiga sisselogimise kuval vana aadressi taastamine ja sisestage see kood {days} päeva jooksul. Teie aadress taastatakse ja kõik logitakse välja.',
      phoneHint:
        'Kui see ei olnud teie, logige sisse telefoninumbriga, logige teised seadmed välja ja taastage oma aadress.',
    },
    wrong_codes: {
      subject: 'Teie kontol prooviti valesid koode',
      intro:
        'Teie kontol prooviti täna valesid sisselogimiskoode. Homseni on teie koodidel {digits} numbrit.',
      note: 'Te ei pea midagi tegema. Ärge andke koodi kellelegi.',
    },
  },
  hu: {
    email_changed: {
      subject: 'Megváltozott a fiókja e-mail-címe',
      intro: 'A fiókjához másik e-mail-címet erősítettek meg. Mostantól azzal lehet belépni.',
      restoreHint:
        'Ha nem Ön volt, az e-mailes belépés képernyőjén válassza a régi cím visszaállítását, és {days} napon belül írja be ezt a kódot. A címe visszakerül, és mindenkit kiléptetünk.',
      phoneHint:
        'Ha nem Ön volt, lépjen be a telefonszámával, léptesse ki a többi eszközt, és állítsa vissza a címét.',
    },
    wrong_codes: {
      subject: 'Hibás kódok a fiókjánál',
      intro:
        'Ma hibás belépési kódokkal próbálkoztak a fiókjánál. Holnapig a kódjai {digits} számjegyűek.',
      note: 'Nincs teendője. A kódot senkinek ne adja tovább.',
    },
  },
  it: {
    email_changed: {
      subject: 'L’indirizzo e-mail del tuo account è cambiato',
      intro:
        'Per il tuo account è stato confermato un altro indirizzo e-mail. Da ora si accede con quello.',
      restoreHint:
        'Se non riconosci questa modifica, nella schermata di accesso via e-mail scegli di riavere il vecchio indirizzo e inserisci questo codice entro {days} giorni. Il tuo indirizzo torna e tutti vengono disconnessi.',
      phoneHint:
        'Se non riconosci questa modifica, accedi con il numero di telefono, disconnetti gli altri dispositivi e rimetti il tuo indirizzo.',
    },
    wrong_codes: {
      subject: 'Codici errati per il tuo account',
      intro:
        'Oggi sono stati provati codici di accesso errati per il tuo account. Fino a domani i tuoi codici hanno {digits} cifre.',
      note: 'Non devi fare nulla. Non comunicare il codice a nessuno.',
    },
  },
  lv: {
    email_changed: {
      subject: 'Jūsu konta e-pasta adrese ir nomainīta',
      intro: 'Jūsu kontam ir apstiprināta cita e-pasta adrese. Turpmāk pieteikšanās notiek ar to.',
      restoreHint:
        'Ja tas nebijāt jūs, e-pasta pieteikšanās ekrānā izvēlieties vecās adreses atjaunošanu un {days} dienu laikā ievadiet šo kodu. Jūsu adrese tiek atjaunota, un visi tiek izrakstīti.',
      phoneHint:
        'Ja tas nebijāt jūs, piesakieties ar tālruņa numuru, izrakstiet pārējās ierīces un atjaunojiet savu adresi.',
    },
    wrong_codes: {
      subject: 'Nepareizi kodi jūsu kontam',
      intro:
        'Šodien jūsu kontam mēģināja nepareizus pieteikšanās kodus. Līdz rītdienai jūsu kodiem ir {digits} cipari.',
      note: 'Jums nekas nav jādara. Nevienam neizpaudiet kodu.',
    },
  },
  pl: {
    email_changed: {
      subject: 'Adres e-mail Twojego konta został zmieniony',
      intro: 'Dla Twojego konta potwierdzono inny adres e-mail. Od teraz to nim się logujesz.',
      restoreHint:
        'Jeśli to nie Ty, na ekranie logowania e-mailem wybierz powrót do starego adresu i w ciągu {days} dni wpisz ten kod. Twój adres wróci, a wszyscy zostaną wylogowani.',
      phoneHint:
        'Jeśli to nie Ty, zaloguj się numerem telefonu, wyloguj pozostałe urządzenia i przywróć swój adres.',
    },
    wrong_codes: {
      subject: 'Błędne kody na Twoim koncie',
      intro:
        'Na Twoim koncie próbowano dziś błędnych kodów logowania. Do jutra Twoje kody mają {digits} cyfr.',
      note: 'Nie musisz nic robić. Nie podawaj kodu nikomu.',
    },
  },
  ro: {
    email_changed: {
      subject: 'Adresa de e-mail a contului dvs. a fost schimbată',
      intro:
        'Pentru contul dvs. a fost confirmată altă adresă de e-mail. De acum autentificarea se face cu ea.',
      restoreHint:
        'Dacă nu ați fost dvs., pe ecranul de autentificare prin e-mail alegeți revenirea la adresa veche și introduceți acest cod în {days} zile. Adresa dvs. revine, iar toți sunt deconectați.',
      phoneHint:
        'Dacă nu ați fost dvs., autentificați-vă cu numărul de telefon, deconectați celelalte dispozitive și puneți adresa la loc.',
    },
    wrong_codes: {
      subject: 'Coduri greșite pentru contul dvs.',
      intro:
        'Astăzi s-au încercat coduri greșite pentru contul dvs. Până mâine codurile dvs. au {digits} cifre.',
      note: 'Nu trebuie să faceți nimic. Nu comunicați codul nimănui.',
    },
  },
  sr: {
    email_changed: {
      subject: 'Imejl adresa vašeg naloga je promenjena',
      intro: 'Za vaš nalog potvrđena je druga imejl adresa. Od sada se prijavljuje njome.',
      restoreHint:
        'Ako to niste bili vi, na ekranu za prijavu imejlom izaberite povratak stare adrese i unesite ovaj kod u roku od {days} dana. Vaša adresa se vraća, a svi se odjavljuju.',
      phoneHint:
        'Ako to niste bili vi, prijavite se brojem telefona, odjavite ostale uređaje i vratite svoju adresu.',
    },
    wrong_codes: {
      subject: 'Pogrešni kodovi na vašem nalogu',
      intro:
        'Danas su na vašem nalogu isprobani pogrešni kodovi za prijavu. Do sutra vaši kodovi imaju {digits} cifara.',
      note: 'Ne morate ništa da uradite. Kod ne dajte nikome.',
    },
  },
  sk: {
    email_changed: {
      subject: 'E-mailová adresa vášho účtu bola zmenená',
      intro: 'K vášmu účtu bola overená iná e-mailová adresa. Odteraz sa prihlasuje ňou.',
      restoreHint:
        'Ak ste to neboli vy, zvoľte na obrazovke prihlásenia e-mailom návrat k pôvodnej adrese a do {days} dní zadajte tento kód. Vaša adresa sa vráti a všetci budú odhlásení.',
      phoneHint:
        'Ak ste to neboli vy, prihláste sa telefónnym číslom, odhláste ostatné zariadenia a vráťte svoju adresu.',
    },
    wrong_codes: {
      subject: 'Chybné kódy pri vašom účte',
      intro:
        'Dnes sa pri vašom účte skúšali chybné prihlasovacie kódy. Do zajtra majú vaše kódy {digits} číslic.',
      note: 'Nemusíte nič robiť. Kód nikomu neposkytujte.',
    },
  },
  sl: {
    email_changed: {
      subject: 'E-naslov vašega računa je bil spremenjen',
      intro: 'Za vaš račun je bil potrjen drug e-naslov. Odslej prijava poteka z njim.',
      restoreHint:
        'Če to niste bili vi, na zaslonu za prijavo z e-pošto izberite vrnitev starega naslova in v {days} dneh vnesite to kodo. Vaš naslov se vrne, vsi pa so odjavljeni.',
      phoneHint:
        'Če to niste bili vi, se prijavite s telefonsko številko, odjavite druge naprave in vrnite svoj naslov.',
    },
    wrong_codes: {
      subject: 'Napačne kode za vaš račun',
      intro:
        'Danes so bile za vaš račun vnesene napačne kode za prijavo. Do jutri imajo vaše kode {digits} števk.',
      note: 'Ničesar vam ni treba storiti. Kode ne zaupajte nikomur.',
    },
  },
  tr: {
    email_changed: {
      subject: 'Hesabınızın e-posta adresi değiştirildi',
      intro: 'Hesabınız için başka bir e-posta adresi doğrulandı. Artık onunla giriş yapılıyor.',
      restoreHint:
        'Bunu siz yapmadıysanız e-posta ile giriş ekranında eski adresi geri almayı seçin ve bu kodu {days} gün içinde girin. Adresiniz geri gelir ve herkesin oturumu kapatılır.',
      phoneHint:
        'Bunu siz yapmadıysanız telefon numaranızla giriş yapın, diğer cihazların oturumunu kapatın ve adresinizi geri koyun.',
    },
    wrong_codes: {
      subject: 'Hesabınızda yanlış kodlar denendi',
      intro:
        'Bugün hesabınızda yanlış giriş kodları denendi. Yarına kadar kodlarınız {digits} haneli olacak.',
      note: 'Bir şey yapmanız gerekmez. Kodu kimseyle paylaşmayın.',
    },
  },
  uk: {
    email_changed: {
      subject: 'Електронну адресу вашого акаунта змінено',
      intro:
        'Для вашого акаунта підтверджено іншу електронну адресу. Відтепер вхід виконується нею.',
      restoreHint:
        'Якщо це були не ви, на екрані входу електронною поштою виберіть повернення старої адреси та введіть цей код протягом {days} днів. Ваша адреса повернеться, а сеанси на всіх пристроях буде завершено.',
      phoneHint:
        'Якщо це були не ви, увійдіть за номером телефону, вийдіть на інших пристроях і поверніть свою адресу.',
    },
    wrong_codes: {
      subject: 'Хибні коди для вашого акаунта',
      intro:
        'Сьогодні для вашого акаунта вводили хибні коди входу. До завтра ваші коди мають {digits} цифр.',
      note: 'Вам нічого не потрібно робити. Нікому не передавайте код.',
    },
  },
  lt: {
    email_changed: {
      subject: 'Jūsų paskyros el. pašto adresas pakeistas',
      intro: 'Jūsų paskyrai patvirtintas kitas el. pašto adresas. Nuo šiol prisijungiama juo.',
      restoreHint:
        'Jei tai buvote ne jūs, prisijungimo el. paštu ekrane pasirinkite senojo adreso grąžinimą ir per {days} dienas įveskite šį kodą. Jūsų adresas grįš, o visi bus atjungti.',
      phoneHint:
        'Jei tai buvote ne jūs, prisijunkite telefono numeriu, atjunkite kitus įrenginius ir grąžinkite savo adresą.',
    },
    wrong_codes: {
      subject: 'Neteisingi kodai jūsų paskyrai',
      intro:
        'Šiandien jūsų paskyrai bandyti neteisingi prisijungimo kodai. Iki rytojaus jūsų kodai turi {digits} skaitmenų.',
      note: 'Jums nieko daryti nereikia. Niekam neperduokite kodo.',
    },
  },
};
