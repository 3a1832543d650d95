import { Trans, useLingui } from '@lingui/react/macro';
import { Images, Trash2 } from 'lucide-react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { announce } from '#src/ui/feedback/announce.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { useAvatarActions } from './actions.ts';
import { useAvatarSource } from './queries.ts';

/** Profile picture size in px: its largest display size at three times the pixel density. */
const AVATAR_SIDE = 320;

interface AvatarFieldProps {
  name: string;
  hasAvatar: boolean;
  offline: boolean;
}

/** Profile picture with buttons to choose, replace or remove it; each takes effect at once. */
export function AvatarField({ name, hasAvatar, offline }: AvatarFieldProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const src = useAvatarSource();
  const actions = useAvatarActions();
  const request = useRequest(async (picture: Blob | null) => {
    if (picture === null) await actions.remove();
    else await actions.put(await cutOut(picture));
    announce(picture === null ? t`The picture is removed.` : t`The picture is saved.`);
  });
  return (
    <div role="group" aria-label={t`Picture`} className="space-y-3">
      <ErrorBlock messages={request.failure === null ? [] : [errorText(request.failure)]} />
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} src={hasAvatar ? src : undefined} size="large" alt={t`Your picture`} />
        <div className="flex min-w-0 flex-[1_1_10rem] flex-wrap gap-2">
          <FilePicker from="files" onFile={(file) => void request.run(file)}>
            {(open) => (
              <Button
                variant="secondary"
                icon={<Images />}
                busy={request.busy}
                disabledReason={offline && t`You are offline. A picture is saved online.`}
                onClick={open}
              >
                {hasAvatar ? (
                  <Trans>Choose another picture</Trans>
                ) : (
                  <Trans>Choose a picture</Trans>
                )}
              </Button>
            )}
          </FilePicker>
          {hasAvatar && !offline && (
            <Button
              variant="quiet"
              icon={<Trash2 />}
              busy={request.busy}
              onClick={() => void request.run(null)}
            >
              <Trans>Remove the picture</Trans>
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Loads the image worker on demand. Throws `PhotoError`. */
async function cutOut(picture: Blob) {
  const { squarePhoto } = await import('#workers/image-worker-client.ts');
  return squarePhoto(picture, AVATAR_SIDE);
}
