import { useId, type ReactNode } from 'react';

interface FilePickerProps {
  /** `camera` asks the phone to open its camera at once; `files` lets one choose. */
  from: 'camera' | 'files';
  /** What may be chosen, as the browser's `accept` takes it; by default pictures. */
  accept?: string;
  onFile: (file: File) => void;
  /** Draws the control that opens it. */
  children: (open: () => void) => ReactNode;
}

/** Asks for a file. */
export function FilePicker({ from, accept = 'image/*', onFile, children }: FilePickerProps) {
  const id = useId();
  return (
    <>
      {children(() => document.getElementById(id)?.click())}
      <input
        id={id}
        type="file"
        accept={accept}
        {...(from === 'camera' && { capture: 'environment' })}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
