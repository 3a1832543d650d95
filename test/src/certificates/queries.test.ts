import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CertificateDocument, certificateTags } from '#schemas/certificate.ts';
import { addressLine, certificateSearchText } from '#schemas/warranty-certificate.ts';
import { filterCertificates, pageOfCertificates } from '#src/features/certificates/queries.ts';

interface CertificateInput {
  readonly issued: string;
  readonly city: string;
  readonly customer: string;
}

const idOf = (index: number) => `0199a1b2-0000-7000-8000-${String(index).padStart(12, '0')}`;

function certificateOf(
  { issued, city, customer }: CertificateInput,
  index: number,
): CertificateDocument {
  const details = {
    street: 'ul. Łąkowa',
    house_number: String(index),
    postal_code: '30-001',
    city,
  };
  return {
    uuid: idOf(index),
    op_id: idOf(index),
    created_at: `${issued}T10:00:00.000Z`,
    updated_at: `${issued}T10:00:00.000Z`,
    id: index,
    number: '2345-6789-ABCD-EFGH',
    tag: certificateTags.valid,
    project_uuid: idOf(index),
    address: addressLine(details),
    address_details: { ...details, country: 'PL' },
    products: [],
    products_sum: 0,
    issued_date: issued,
    expiration_date: '2036-05-04',
    customer_name: customer,
    customer_email: 'a@b.example',
    language: 'pl',
    note: '',
    newest_first: index,
  };
}

const withSearchText = (input: readonly CertificateInput[]) =>
  input.map(certificateOf).map((certificate) => ({
    certificate,
    searchText: certificateSearchText(certificate),
  }));
const noFilter = { year: null, month: null, text: '' };

const input: fc.Arbitrary<CertificateInput> = fc.record({
  issued: fc
    .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  city: fc.constantFrom('Kraków', 'Łódź', 'Oświęcim'),
  customer: fc.constantFrom('', 'Zbigniew Żak', 'Олег Шевчук'),
});

test('a filter keeps the order of the certificates that match its year, month and text', () => {
  fc.assert(
    fc.property(
      fc.array(input, { maxLength: 40 }),
      fc.option(fc.integer({ min: 2025, max: 2027 })),
      fc.option(fc.integer({ min: 1, max: 12 })),
      fc.constantFrom('', 'LODZ', 'krakow zak', 'олег', 'nowhere'),
      (all, year, month, text) => {
        const filtered = filterCertificates(withSearchText(all), { year, month, text });
        const expected = all
          .map(certificateOf)
          .filter(({ issued_date, address, customer_name }) => {
            const day = new Date(`${issued_date}T00:00:00Z`);
            const plainText = `${address} ${customer_name}`.toLowerCase().replaceAll('ł', 'l');
            const foldedText = plainText.normalize('NFD').replaceAll(/\p{M}/gu, '');
            return (
              (year === null || day.getUTCFullYear() === year) &&
              (month === null || day.getUTCMonth() + 1 === month) &&
              text
                .toLowerCase()
                .split(' ')
                .every((word) => foldedText.includes(word))
            );
          });
        expect(filtered).toEqual(expected);
      },
    ),
  );
});

test('a page has twenty certificates, and a page number past the end shows the last page', () => {
  const all = Array.from({ length: 41 }, () => ({
    issued: '2026-05-04',
    city: 'Kraków',
    customer: '',
  }));
  const allListed = filterCertificates(withSearchText(all), noFilter);
  expect(pageOfCertificates(allListed, 1)).toMatchObject({ page: 1, lastPage: 3 });
  expect(pageOfCertificates(allListed, 1).certificates).toHaveLength(20);
  expect(pageOfCertificates(allListed, 3).certificates).toEqual([allListed[40]]);
  expect(pageOfCertificates(allListed, 9)).toMatchObject({ page: 3, lastPage: 3 });
  expect(pageOfCertificates([], 1)).toEqual({ page: 1, lastPage: 1, certificates: [] });
});
