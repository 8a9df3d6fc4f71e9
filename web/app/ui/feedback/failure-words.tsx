/** The failure message, and below it the reason, where the server has sent one. */
export function FailureWords({ failure, reason }: { failure: string; reason: string }) {
  return (
    <>
      <p>{failure}</p>
      {reason && reason !== failure && <p className="text-sm">{reason}</p>}
    </>
  );
}
