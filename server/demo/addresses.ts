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
    address('Dom Majewskich', 'ul. Lipowa 12', '32-020', 'Wieliczka'),
    address('', 'ul. Modrzewiowa 7', '30-224', 'Kraków'),
    address('Poddasze Kowalskich', 'ul. Józefa Dietla 41/9', '31-031', 'Kraków'),
    address('', 'ul. Łagiewnicka 88', '30-417', 'Kraków'),
    address('Szkoła nr 3', 'ul. Szkolna 2', '32-005', 'Niepołomice'),
    address('', 'ul. Tatrzańska 15', '34-500', 'Zakopane'),
    address('Willa Pod Świerkami', 'ul. Kościeliska 60', '34-511', 'Kościelisko'),
    address('', 'ul. Źródlana 4', '32-080', 'Zabierzów'),
    address('Dom Wójcików', 'ul. Polna 23', '32-087', 'Zielonki'),
    address('', 'ul. Krakowska 101', '33-100', 'Tarnów'),
    address('', 'ul. Żwirki i Wigury 8', '32-600', 'Oświęcim'),
    address('Kamienica', 'ul. Grodzka 52', '31-044', 'Kraków'),
  ],
  dvorak: [
    address('Dům Novákových', 'Údolní 33', '602 00', 'Brno'),
    address('', 'Křenová 71', '602 00', 'Brno'),
    address('Půda Horákových', 'Husova 9', '664 91', 'Ivančice'),
    address('', 'Školní 14', '679 04', 'Adamov'),
    address('', 'Zámecká 3', '678 01', 'Blansko'),
    address('Penzion U Lípy', 'Lipová 2', '692 01', 'Mikulov'),
  ],
  studio: [
    address('Mieszkanie pokazowe', 'ul. Półwiejska 20', '61-888', 'Poznań'),
    address('', 'ul. Dąbrowskiego 5', '60-848', 'Poznań'),
    address('Dom Lewandowskich', 'ul. Słoneczna 18', '62-030', 'Luboń'),
    address('', 'ul. Jeziorna 44', '62-020', 'Swarzędz'),
  ],
  ionescu: [
    address('Casa Popescu', 'Strada Memorandumului 28', '400114', 'Cluj-Napoca'),
    address('', 'Strada Horea 55', '400275', 'Cluj-Napoca'),
    address('', 'Strada Avram Iancu 6', '407280', 'Florești'),
    address('Pensiunea Brad', 'Strada Principală 120', '407310', 'Gilău'),
  ],
  bondar: [
    address('Будинок Ковалів', 'вул. Зелена 115', '79035', 'Львів'),
    address('', 'вул. Городоцька 40', '79016', 'Львів'),
    address('', 'вул. Шевченка 9', '81100', 'Пустомити'),
    address('Садиба', 'вул. Лісова 3', '82660', 'Славське'),
  ],
};

function address(name: string, street: string, postalCode: string, city: string): DemoAddress {
  return { name, street, postalCode, city };
}
