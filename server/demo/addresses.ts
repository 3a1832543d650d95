import type { DemoCompanyKey } from './companies.ts';

interface DemoAddress {
  readonly name: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
}

/** Project addresses of each demo company. */
export const demoAddresses: Record<DemoCompanyKey, readonly DemoAddress[]> = {
  nowak: [
    place('Dom Majewskich', 'ul. Lipowa 12', '32-020', 'Wieliczka'),
    place('', 'ul. Modrzewiowa 7', '30-224', 'Kraków'),
    place('Poddasze Kowalskich', 'ul. Józefa Dietla 41/9', '31-031', 'Kraków'),
    place('', 'ul. Łagiewnicka 88', '30-417', 'Kraków'),
    place('Szkoła nr 3', 'ul. Szkolna 2', '32-005', 'Niepołomice'),
    place('', 'ul. Tatrzańska 15', '34-500', 'Zakopane'),
    place('Willa Pod Świerkami', 'ul. Kościeliska 60', '34-511', 'Kościelisko'),
    place('', 'ul. Źródlana 4', '32-080', 'Zabierzów'),
    place('Dom Wójcików', 'ul. Polna 23', '32-087', 'Zielonki'),
    place('', 'ul. Krakowska 101', '33-100', 'Tarnów'),
    place('', 'ul. Żwirki i Wigury 8', '32-600', 'Oświęcim'),
    place('Kamienica', 'ul. Grodzka 52', '31-044', 'Kraków'),
  ],
  dvorak: [
    place('Dům Novákových', 'Údolní 33', '602 00', 'Brno'),
    place('', 'Křenová 71', '602 00', 'Brno'),
    place('Půda Horákových', 'Husova 9', '664 91', 'Ivančice'),
    place('', 'Školní 14', '679 04', 'Adamov'),
    place('', 'Zámecká 3', '678 01', 'Blansko'),
    place('Penzion U Lípy', 'Lipová 2', '692 01', 'Mikulov'),
  ],
  studio: [
    place('Mieszkanie pokazowe', 'ul. Półwiejska 20', '61-888', 'Poznań'),
    place('', 'ul. Dąbrowskiego 5', '60-848', 'Poznań'),
    place('Dom Lewandowskich', 'ul. Słoneczna 18', '62-030', 'Luboń'),
    place('', 'ul. Jeziorna 44', '62-020', 'Swarzędz'),
  ],
  ionescu: [
    place('Casa Popescu', 'Strada Memorandumului 28', '400114', 'Cluj-Napoca'),
    place('', 'Strada Horea 55', '400275', 'Cluj-Napoca'),
    place('', 'Strada Avram Iancu 6', '407280', 'Florești'),
    place('Pensiunea Brad', 'Strada Principală 120', '407310', 'Gilău'),
  ],
  bondar: [
    place('Будинок Ковалів', 'вул. Зелена 115', '79035', 'Львів'),
    place('', 'вул. Городоцька 40', '79016', 'Львів'),
    place('', 'вул. Шевченка 9', '81100', 'Пустомити'),
    place('Садиба', 'вул. Лісова 3', '82660', 'Славське'),
  ],
};

function place(name: string, street: string, postalCode: string, city: string): DemoAddress {
  return { name, street, postalCode, city };
}
