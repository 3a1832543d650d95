import { Trans, useLingui } from '@lingui/react/macro';
import { createContext, type RefObject, use, useEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import type { FormDraft } from '#console/data/use-form-draft.ts';
import { awaitBriefly } from '#console/data/unsaved-input.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { timeText } from './country-and-time.ts';

/**
 * The draft of the form in a sheet; null if the form has none. A sheet whose form has a saved draft closes without
 * asking.
 */
type DraftHolder = RefObject<FormDraft | null>;

const DraftHolderContext = createContext<DraftHolder | null>(null);
export const DraftHolderProvider = DraftHolderContext;

/**
 * Lets a sheet check and save the draft of its form.
 * @param isEdited returns true if the form was changed; used if the form has no draft
 */
export function useDraftHolder(isEdited: () => boolean) {
  const holder: DraftHolder = useRef(null);
  return {
    holder,
    isUnsaved: () => (holder.current ? holder.current.isUnsaved() : isEdited()),
    save: async () => {
      if (holder.current) await awaitBriefly(holder.current.save());
    },
  };
}

/**
 * Notice that a draft was restored. Also passes the draft to the sheet around the form, so that the sheet can save or
 * discard it.
 */
export function FormDraftNotice({ draft }: { readonly draft: FormDraft }) {
  const { i18n } = useLingui();
  const holderRef = use(DraftHolderContext);
  useEffect(() => {
    if (holderRef === null) return undefined;
    holderRef.current = draft;
    return () => {
      holderRef.current = null;
    };
  });
  if (draft.isChangedElsewhere) return <DraftChangedNotice draft={draft} />;
  if (draft.restoredAt === null) return null;
  const time = timeText(i18n, draft.restoredAt);
  return (
    <Banner
      tone="info"
      live="polite"
      action={
        <Button variant="secondary" onClick={draft.discard}>
          <Trans>Discard draft</Trans>
        </Button>
      }
    >
      <Trans>Draft from {time} restored</Trans>
    </Banner>
  );
}

interface DraftChangedNoticeProps {
  readonly draft: Pick<FormDraft, 'isChangedElsewhere' | 'takeOver' | 'loadOther'>;
}

/** Notice that another window of the operator has changed the draft, with a choice between both texts. */
export function DraftChangedNotice({ draft }: DraftChangedNoticeProps) {
  const errorText = useErrorText();
  if (!draft.isChangedElsewhere) return null;
  const loadOther = () =>
    draft
      .loadOther()
      .catch((error: unknown) =>
        showToast({ subject: 'draft', tone: 'bad', message: errorText(error) }),
      );
  return (
    <Banner
      tone="warn"
      live="polite"
      title={<Trans>You changed this draft in another window</Trans>}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={draft.takeOver}>
            <Trans>Keep this text</Trans>
          </Button>
          <Button variant="secondary" onClick={() => void loadOther()}>
            <Trans>Use the other text</Trans>
          </Button>
        </div>
      }
    >
      <Trans>This window doesn’t save it until you choose which text to keep.</Trans>
    </Banner>
  );
}
