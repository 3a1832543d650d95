import { useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import type { ScanDocument } from '#schemas/scan.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { unmetRequirements } from '../capture/product-rules.ts';
import { ProductPicture } from '../photo/scan-photo.tsx';
import { ScanExtras, SurveyLink } from '../review/scan-extras.tsx';
import { useRemoveScan } from '../review/use-remove-scan.ts';

/** Maximum number of rows; the review shows all products. */
const MAX_ROWS = 20;

interface AddedProductsProps {
  scans: readonly ScanDocument[];
  questions: readonly SurveyQuestion[];
  projectId: string | undefined;
}

/** Captured products, newest first, with their missing data. */
export function AddedProducts({ scans, questions, projectId }: AddedProductsProps) {
  const { t } = useLingui();
  const productNames = useProductNames();
  const remove = useRemoveScan();
  return (
    <List label={t`Scanned products`}>
      {scans.slice(0, MAX_ROWS).map((scan) => {
        const name = `${scan.type} ${scan.size} ${scan.variant}`;
        const isComplete = unmetRequirements(scan, questions).length === 0;
        return (
          <ListRow
            key={scan.uuid}
            thumbnail={<ProductPicture type={scan.type ?? ''} />}
            title={productNames.name(scan.type)}
            meta={
              <>
                <span className="block">{name}</span>
                <span className="block tnum">{scan.serial_number}</span>
              </>
            }
            action={
              <IconButton
                label={t`Remove ${name}`}
                icon={<Undo2 />}
                onClick={() => void remove(scan)}
              />
            }
            below={
              !isComplete && (
                <ScanExtras
                  scan={scan}
                  survey={<SurveyLink scan={scan} questions={questions} projectId={projectId} />}
                />
              )
            }
          />
        );
      })}
    </List>
  );
}
