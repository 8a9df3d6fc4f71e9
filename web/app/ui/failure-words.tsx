/** What failed, and below it why, where the server has said so in words of its own. */
export function FailureWords({ failure, reason }: { failure: string; reason: string }) {
  return (
    <>
      <p>{failure}</p>
      {reason && reason !== failure && <p className="text-sm">{reason}</p>}
    </>
  );
}
