import { type Language } from '#schemas/languages.ts';

/** Texts for a new team member. `{company}` is a placeholder; the link follows `signIn`. */
interface InvitationTexts {
  readonly subject: string;
  readonly intro: string;
  readonly signIn: string;
}

/** Texts of the invitation, in every account language. */
export const invitationTexts: Readonly<Record<Language, InvitationTexts>> = {
  bs: {
    subject: 'Dodani ste u tim: {company}',
    intro: '{company} vas je dodala u svoj tim.',
    signIn: 'Prijavite se brojem ili adresom na koju je stigla ova poruka',
  },
  bg: {
    subject: 'Добавени сте в екипа на {company}',
    intro: '{company} ви добави в своя екип.',
    signIn: 'Влезте с номера или адреса, на който получихте това съобщение',
  },
  hr: {
    subject: 'Dodani ste u tim: {company}',
    intro: '{company} dodala vas je u svoj tim.',
    signIn: 'Prijavite se brojem ili adresom na koju je stigla ova poruka',
  },
  cs: {
    subject: 'Jste v týmu firmy {company}',
    intro: '{company} vás přidala do svého týmu.',
    signIn: 'Přihlaste se číslem nebo adresou, kam přišla tato zpráva',
  },
  en: {
    subject: '{company} added you to its team',
    intro: '{company} has added you to its team.',
    signIn: 'Sign in with the phone number or email address that received this message',
  },
  et: {
    subject: 'Olete ettevõtte {company} meeskonnas',
    intro: '{company} lisas teid oma meeskonda.',
    signIn: 'Logige sisse numbri või aadressiga, kuhu see sõnum saabus',
  },
  hu: {
    subject: 'Felvették a csapatba: {company}',
    intro: 'Felvették Önt a csapatba: {company}.',
    signIn: 'Lépjen be azzal a számmal vagy címmel, amelyre ez az üzenet érkezett',
  },
  it: {
    subject: 'Ora fai parte del team di {company}',
    intro: '{company} ti ha aggiunto al proprio team.',
    signIn: 'Accedi con il numero o l’indirizzo a cui è arrivato questo messaggio',
  },
  lv: {
    subject: 'Jūs esat {company} komandā',
    intro: '{company} pievienoja jūs savai komandai.',
    signIn: 'Piesakieties ar numuru vai adresi, uz kuru atnāca šī ziņa',
  },
  pl: {
    subject: 'Jesteś w zespole firmy {company}',
    intro: 'Firma {company} dodała Cię do swojego zespołu.',
    signIn: 'Zaloguj się numerem lub adresem, na który przyszła ta wiadomość',
  },
  ro: {
    subject: 'Sunteți în echipa {company}',
    intro: '{company} v-a adăugat în echipa sa.',
    signIn: 'Autentificați-vă cu numărul sau adresa la care a sosit acest mesaj',
  },
  sr: {
    subject: 'Dodati ste u tim: {company}',
    intro: '{company} vas je dodala u svoj tim.',
    signIn: 'Prijavite se brojem ili adresom na koju je stigla ova poruka',
  },
  sk: {
    subject: 'Ste v tíme firmy {company}',
    intro: '{company} vás pridala do svojho tímu.',
    signIn: 'Prihláste sa číslom alebo adresou, kam prišla táto správa',
  },
  sl: {
    subject: 'Dodani ste v ekipo podjetja {company}',
    intro: 'Podjetje {company} vas je dodalo v svojo ekipo.',
    signIn: 'Prijavite se s številko ali naslovom, na katerega je prispelo to sporočilo',
  },
  tr: {
    subject: '{company} ekibindesiniz',
    intro: '{company} sizi ekibine ekledi.',
    signIn: 'Bu mesajın geldiği numara veya adresle giriş yapın',
  },
  uk: {
    subject: 'Ви в команді {company}',
    intro: '{company} додала вас до своєї команди.',
    signIn: 'Увійдіть за номером або адресою, на яку надійшло це повідомлення',
  },
  lt: {
    subject: 'Jūs esate „{company}“ komandoje',
    intro: '„{company}“ pridėjo jus prie savo komandos.',
    signIn: 'Prisijunkite numeriu arba adresu, kuriuo gavote šį pranešimą',
  },
};
