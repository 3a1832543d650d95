import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FileText, Pin, Trash2 } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import type { Language } from '#schemas/languages.ts';
import { documentsOf, type GuideEntry } from '#schemas/plate-lookup.ts';
import type { GuideDocument, ProductGuide } from '#schemas/product-guide.ts';
import { savedDocuments } from '#src/data/device/saved-documents.ts';
import { saveFile } from '#src/data/device/save-and-share-file.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { languageName } from '#src/i18n/language-names.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { useProductGuide } from './queries.ts';

interface DocumentsProps {
  guide: ProductGuide;
  entry: GuideEntry;
}

/** The manual and care sheet of a product, which can be saved for offline use. */
export function Documents({ guide, entry }: DocumentsProps) {
  const { t, i18n } = useLingui();
  const documents = documentsOf(guide, entry, i18n.locale);
  const savedDocuments = useSavedDocuments();
  if (documents.length === 0) return null;
  return (
    <Section title={t`Documents`}>
      <List label={t`Documents`}>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            bytes={document.bytes}
            isSaved={savedDocuments?.some(({ id }) => id === document.file) ?? false}
            products={[]}
          />
        ))}
      </List>
    </Section>
  );
}

/** The saved documents with their sizes, for the settings; hidden if there are none. */
export function SavedDocumentsSection() {
  const { t } = useLingui();
  const savedDocuments = useSavedDocuments();
  const state = useProductGuide();
  if (savedDocuments === null || savedDocuments.length === 0) return null;
  const guide = state.name === 'ready' ? state.guide : null;
  return (
    <Section title={t`Documents on this phone`}>
      <List label={t`Documents on this phone`}>
        {savedDocuments.map(({ id, bytes }) => {
          const document = guide?.documents.find(({ file }) => file === id);
          const models = guide?.models.filter(({ documents }) =>
            documents.includes(document?.id ?? ''),
          );
          return (
            <DocumentRow
              key={id}
              document={document ?? { file: id }}
              bytes={bytes}
              isSaved
              products={[...new Set(models?.map(({ code }) => code))]}
            />
          );
        })}
      </List>
    </Section>
  );
}

/** The documents saved on this device; null until read. */
function useSavedDocuments() {
  useEffect(() => void savedDocuments.refresh(), []);
  return useSyncExternalStore(savedDocuments.list.subscribe, savedDocuments.list.current);
}

interface DocumentRowProps {
  /** Has only `file` if the document is no longer in the guide. */
  document: GuideDocument | Pick<GuideDocument, 'file'>;
  bytes: number;
  isSaved: boolean;
  /** Codes of the document's products. Empty if the list is about a single product. */
  products: readonly string[];
}

function DocumentRow({ document, bytes, isSaved, products }: DocumentRowProps) {
  const { t, i18n } = useLingui();
  const errorMessage = useErrorMessage();
  const size = useFileSize()(bytes);
  const isOffline = useConnection() !== 'online';
  const offlineReason = isOffline && !isSaved && t`You’re offline. Connect to download the PDF.`;
  const title = useDocumentTitle(document);
  const id = document.file;
  const name = [title, ...products].join(' ');
  const openRequest = useRequest(async () =>
    saveFile(await savedDocuments.load(id), `${name}.pdf`),
  );
  const saveRequest = useRequest(() => savedDocuments.save({ id, bytes }));
  const removeRequest = useRequest(() => savedDocuments.remove(id));
  const failure = openRequest.failure ?? saveRequest.failure ?? removeRequest.failure;
  const language =
    'language' in document && languageName(document.language as Language, i18n.locale);
  return (
    <ListRow
      icon={<FileText />}
      title={title}
      meta={<Facts facts={[products.join(', '), language, size]} />}
      trailing={
        isSaved && (
          <Badge tone="good">
            <Trans>On this phone</Trans>
          </Badge>
        )
      }
      below={
        <div className="space-y-3">
          <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
          <div className="flex flex-wrap gap-2 [&>*]:flex-1 [&>*]:basis-40">
            <Button
              variant="secondary"
              fullWidth
              icon={<Download />}
              busy={openRequest.busy}
              disabledReason={offlineReason}
              aria-label={[t`Open PDF`, name].join(': ')}
              onClick={() => void openRequest.run()}
            >
              <Trans>Open PDF</Trans>
            </Button>
            {isSaved ? (
              <Button
                variant="quiet"
                fullWidth
                icon={<Trash2 />}
                busy={removeRequest.busy}
                aria-label={[t`Remove from this phone`, name].join(': ')}
                onClick={() => void removeRequest.run()}
              >
                <Trans>Remove from this phone</Trans>
              </Button>
            ) : (
              <Button
                variant="secondary"
                fullWidth
                icon={<Pin />}
                busy={saveRequest.busy}
                disabledReason={offlineReason}
                aria-label={[t`Keep on this phone (${size})`, name].join(': ')}
                onClick={() => void saveRequest.run()}
              >
                <Trans>Keep on this phone ({size})</Trans>
              </Button>
            )}
          </div>
        </div>
      }
    />
  );
}

function useDocumentTitle(document: DocumentRowProps['document']): string {
  const { t } = useLingui();
  if (!('kind' in document)) return t`Document that’s no longer in the guide`;
  return document.kind === 'manual' ? t`Installation manual` : t`Care sheet`;
}

const MEGABYTE = 1_000_000;

/** Returns a function that formats a size: "9 kB", "1.2 MB". */
function useFileSize(): (bytes: number) => string {
  const { i18n } = useLingui();
  return (bytes) => {
    const [value, unit] =
      bytes < MEGABYTE ? [bytes / 1000, 'kilobyte'] : [bytes / MEGABYTE, 'megabyte'];
    const digits = bytes < MEGABYTE ? 0 : 1;
    return new Intl.NumberFormat(formattingLocale(i18n.locale), {
      style: 'unit',
      unit,
      maximumFractionDigits: digits,
    }).format(Math.max(value, 1));
  };
}
