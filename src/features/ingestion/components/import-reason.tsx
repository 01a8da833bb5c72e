import { integrationTexts, isFailedCall } from '../progress.ts';

interface ImportReasonProps {
  reason: string;
  isFailed: boolean;
}

/** Why an import waits or failed, with the integration error when Drive could not be reached (PKG-17, A-110). */
export function ImportReason({ reason, isFailed }: ImportReasonProps) {
  return (
    <div className={isFailed ? 'text-danger' : 'text-fg'}>
      {isFailedCall(reason) ? <p className="font-semibold">{integrationTexts.title}</p> : null}
      <p>{isFailedCall(reason) ? `${integrationTexts.text} ${reason}` : reason}</p>
    </div>
  );
}
