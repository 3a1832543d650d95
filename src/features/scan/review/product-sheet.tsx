import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { CopiesField } from './copies-field.tsx';
import { useRemoveScan } from './use-remove-scan.ts';

interface ProductSheetProps {
  /** Null closes the sheet. */
  scan: ScanDocument | null;
  project: string | undefined;
  onClose: () => void;
}

/** Actions for one product of the batch. */
export function ProductSheet({ scan, project, onClose }: ProductSheetProps) {
  const { t } = useLingui();
  const naming = useProductNames();
  const remove = useRemoveScan();
  const label = scan ? `${scan.type} ${scan.size} ${scan.variant}` : '';
  return (
    <Sheet
      isOpen={scan !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={scan ? naming.name(scan.type) : ''}
      description={[label, scan?.serial_number].filter(Boolean).join(' · ')}
      closeLabel={t`Close`}
    >
      {scan && (
        <div className="flex flex-col gap-2">
          <CopiesField scan={scan} />
          <LinkButton
            variant="secondary"
            fullWidth
            icon={<Pencil />}
            {...linkTo(paths.scanManual({ scan: scan.uuid, project }))}
          >
            <Trans>Edit</Trans>
          </LinkButton>
          <Button
            variant="secondary"
            fullWidth
            icon={<Trash2 />}
            onClick={() => {
              onClose();
              void remove(scan);
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </Sheet>
  );
}
