import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert, Undo2 } from 'lucide-react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CopiesField } from '../review/copies-field.tsx';
import { openRequirements, invalidReason } from '../capture/product-rules.ts';
import { ProductTitle } from '../review/product-title.tsx';
import { ScanExtras } from '../review/scan-extras.tsx';
import { SurveyLink } from '../review/survey-link.tsx';
import { useRemoveScan } from '../review/use-remove-scan.ts';

interface LastCapturedProps {
  scan: ScanDocument;
  project: string | undefined;
}

/** The last captured product: undo, copies, warnings and what it still needs. */
export function LastCaptured({ scan, project }: LastCapturedProps) {
  const { t } = useLingui();
  const questions = useSingleton('configuration')?.product_survey ?? [];
  const isComplete = openRequirements(scan, questions).every((open) => open === 'details');
  const remove = useRemoveScan();
  const errorMessage = useErrorMessage();
  const name = `${scan.type} ${scan.size} ${scan.variant}`;
  return (
    <div className="space-y-2 pt-2 pb-2">
      <div className="flex items-center gap-2 ps-1">
        <div className="min-w-0 flex-1">
          <ProductTitle scan={scan} />
        </div>
        <IconButton
          label={t`Take back ${name}`}
          icon={<Undo2 />}
          onClick={() => void remove(scan)}
        />
      </div>
      <CopiesField scan={scan} />
      {(scan.isValid === false || !scan.confirmed) && (
        <p className="flex items-start gap-2 ps-1 text-small font-medium text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {scan.isValid === false ? (
            errorMessage(invalidReason(scan))
          ) : (
            <Trans>Check type and size.</Trans>
          )}
        </p>
      )}
      {!isComplete && (
        <ScanExtras
          scan={scan}
          survey={<SurveyLink scan={scan} questions={questions} project={project} />}
        />
      )}
    </div>
  );
}
