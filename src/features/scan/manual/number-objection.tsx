import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import {
  useDuplicateText,
  useLabelRejectionText,
  useVerdictText,
} from '../capture/use-outcome-text.ts';
import { EarlierScan } from '../review/earlier-scan.tsx';
import { scrollIntoView } from './scroll-into-view.ts';
import type { Objection } from './manual-state.ts';

interface NumberObjectionProps {
  objection: Objection | null;
  project: string | undefined;
  /** False for a scan that is being fixed. */
  isNew: boolean;
}

/** The objection to a number, with a link to the existing product or another way to add it. */
export function NumberObjection({ objection, project, isNew }: NumberObjectionProps) {
  const objectionText = useObjectionText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (objection) scrollIntoView(place.current);
  }, [objection]);
  return (
    <div ref={place} className={objection ? 'pb-6' : ''}>
      <ErrorBlock
        messages={objection ? [objectionText(objection)] : []}
        action={objection && wayOn(objection, isNew, project)}
      />
    </div>
  );
}

function wayOn(objection: Objection, isNew: boolean, project: string | undefined): ReactNode {
  switch (objection.kind) {
    case 'duplicate':
      return objection.other && <EarlierScan scan={objection.other} />;
    case 'already_scanned':
      return objection.earlier && <EarlierScan scan={objection.earlier} />;
    case 'unknown':
      return (
        isNew && (
          <LinkButton variant="secondary" {...linkTo(paths.scanGeneric({ project }))}>
            <Trans>Add it with a photo</Trans>
          </LinkButton>
        )
      );
    case 'type_not_allowed':
    case 'label':
      return null;
  }
}

function useObjectionText(): (objection: Objection) => string {
  const duplicateText = useDuplicateText();
  const verdictText = useVerdictText();
  const rejectionText = useLabelRejectionText();
  return (objection) => {
    if (objection.kind === 'duplicate') return duplicateText(objection.location);
    return objection.kind === 'label'
      ? rejectionText(objection.reason)
      : verdictText(objection.kind);
  };
}
