import { type ReactNode, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import type { FormDraft } from '#console/data/use-form-draft.ts';
import { awaitBriefly } from '#console/data/unsaved-input.ts';
import { LeavePrompt } from './leave-guard.tsx';

interface LeaveDraftButtonProps {
  readonly draft: FormDraft;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** Button that leaves a form without closing its sheet. Saves the draft first, and asks if that fails. */
export function LeaveDraftButton({ draft, onLeave, children }: LeaveDraftButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    await awaitBriefly(draft.save());
    if (draft.isUnsaved()) setAsking(true);
    else onLeave();
  };
  return (
    <>
      <Button variant="secondary" onClick={() => void leave()}>
        {children}
      </Button>
      <LeavePrompt isOpen={isAsking} onLeave={onLeave} onStay={() => setAsking(false)} />
    </>
  );
}
