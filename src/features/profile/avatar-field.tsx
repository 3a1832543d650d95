import { Trans, useLingui } from '@lingui/react/macro';
import { Images, Trash2 } from 'lucide-react';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { Avatar } from '#src/ui/media/avatar.tsx';
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

interface Picture {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string;
}

/** Profile picture requests; they need a connection. */
function useAvatarActions() {
  const { identity, singletons } = useAccount();
  const call = useCall();
  const params = { id: identity.user_id };
  const asking = { userId: identity.user_id };

  return {
    /** @throws CallError */
    put: async ({ bytes, mime, sha256 }: Picture) => {
      const fields = { uuid: crypto.randomUUID(), sha256 };
      const body = { fields, bytes: new Uint8Array(bytes), mediaType: mime };
      const self = await call(accountCalls.uploadAvatar, { params, body }, asking);
      await singletons.storeSelf(self);
    },
    /** @throws CallError */
    remove: async () => {
      await singletons.storeSelf(await call(accountCalls.removeAvatar, { params }, asking));
    },
  };
}
