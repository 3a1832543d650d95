/** What the app reads of the company's warranty certificates on this device. */
import { map, type Observable } from 'rxjs';
import { hasWords } from '#schemas/address-search.ts';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { CERTIFICATES_LIMIT, certificateSearchText } from '#schemas/warranty-certificate.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';
import { liveIndex } from '#sync/store/live-index.ts';

/** A certificate and the words it is found by. */
export interface ListedCertificate {
  readonly words: string;
  readonly certificate: CertificateDocument;
}

/** What a list is narrowed by; null and the empty text narrow nothing. */
export interface CertificateFilter {
  readonly year: number | null;
  /** 1 to 12; without a year, of every year. */
  readonly month: number | null;
  /** Words of the address or the customer's name. */
  readonly text: string;
}

/** All of them, newest first. A company has some hundreds: they are read once, and searched on the device. */
export function allCertificates(account: LocalAccount): Observable<readonly ListedCertificate[]> {
  const all$ = liveIndex<CertificateDocument, ListedCertificate>(account.collections.certificates, {
    selectors: [{}],
    entryOf: (certificate) => ({ words: certificateSearchText(certificate), certificate }),
  });
  return all$.pipe(
    map((all) =>
      [...all.values()].toSorted((a, b) => a.certificate.newest_first - b.certificate.newest_first),
    ),
  );
}

/** One certificate; null where this device has no such. */
export function certificateById(
  account: LocalAccount,
  uuid: string,
): Observable<CertificateDocument | null> {
  return account.collections.certificates
    .findOne(uuid)
    .$.pipe(map((found) => found && plainDocument(found)));
}

/** Those that a filter leaves, as the server's list would (spec 2 §7), in their order. Pure. */
export function filterCertificates(
  all: readonly ListedCertificate[],
  { year, month, text }: CertificateFilter,
): CertificateDocument[] {
  const of = (certificate: CertificateDocument) => {
    const [issuedYear, issuedMonth] = certificate.issued_date.split('-').map(Number);
    return (year ?? issuedYear) === issuedYear && (month ?? issuedMonth) === issuedMonth;
  };
  return all
    .filter(({ words, certificate }) => of(certificate) && (text === '' || hasWords(words, text)))
    .map(({ certificate }) => certificate);
}

/** One page of a list, twenty on each (spec 2 §9); of one that is gone, the last. Pure. @param asked from 1 */
export function pageOfCertificates(found: readonly CertificateDocument[], asked: number) {
  const lastPage = Math.max(1, Math.ceil(found.length / CERTIFICATES_LIMIT));
  const page = Math.min(asked, lastPage);
  const shown = found.slice((page - 1) * CERTIFICATES_LIMIT, page * CERTIFICATES_LIMIT);
  return { page, lastPage, shown };
}
