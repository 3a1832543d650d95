/** Reads the company's warranty certificates from the local database. */
import { map, type Observable } from 'rxjs';
import { matchesAllTerms } from '#schemas/text-search.ts';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { CERTIFICATES_LIMIT, certificateSearchText } from '#schemas/warranty-certificate.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';
import { liveIndex } from '#sync/store/live-index.ts';

/** A certificate, and the text that the search matches. */
export interface ListedCertificate {
  readonly searchText: string;
  readonly certificate: CertificateDocument;
}

/** Filters of the list; null or empty text means no filter. */
export interface CertificateFilter {
  readonly year: number | null;
  /** 1 to 12; that month of any year if `year` is null. */
  readonly month: number | null;
  /** Words of the address or the customer's name. */
  readonly text: string;
}

/**
 * All certificates, newest first. A company has a few hundred, so they are loaded once and searched
 * in memory.
 */
export function allCertificates(account: LocalAccount): Observable<readonly ListedCertificate[]> {
  const all$ = liveIndex<CertificateDocument, ListedCertificate>(account.collections.certificates, {
    selectors: [{}],
    entryOf: (certificate) => ({ searchText: certificateSearchText(certificate), certificate }),
  });
  return all$.pipe(
    map((entries) =>
      [...entries.values()].toSorted(
        (a, b) => a.certificate.newest_first - b.certificate.newest_first,
      ),
    ),
  );
}

/** One certificate; null if it isn't on this device. */
export function certificateById(
  account: LocalAccount,
  uuid: string,
): Observable<CertificateDocument | null> {
  return account.collections.certificates
    .findOne(uuid)
    .$.pipe(map((document) => document && plainDocument(document)));
}

/** Filters like the server's list (spec 2 §7), and keeps the order. */
export function filterCertificates(
  entries: readonly ListedCertificate[],
  { year, month, text }: CertificateFilter,
): CertificateDocument[] {
  const isInPeriod = (certificate: CertificateDocument) => {
    const [issuedYear, issuedMonth] = certificate.issued_date.split('-').map(Number);
    return (year ?? issuedYear) === issuedYear && (month ?? issuedMonth) === issuedMonth;
  };
  return entries
    .filter(
      ({ searchText, certificate }) =>
        isInPeriod(certificate) && (text === '' || matchesAllTerms(searchText, text)),
    )
    .map(({ certificate }) => certificate);
}

/**
 * One page of 20 (spec 2 §9); the last page if the number is too high.
 * @param requestedPage from 1
 */
export function pageOfCertificates(
  filteredCertificates: readonly CertificateDocument[],
  requestedPage: number,
) {
  const lastPage = Math.max(1, Math.ceil(filteredCertificates.length / CERTIFICATES_LIMIT));
  const page = Math.min(requestedPage, lastPage);
  const certificates = filteredCertificates.slice(
    (page - 1) * CERTIFICATES_LIMIT,
    page * CERTIFICATES_LIMIT,
  );
  return { page, lastPage, certificates };
}
