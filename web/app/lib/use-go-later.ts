import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

type Plan = { to: string; seconds: number; state?: unknown };

/** Navigates to another page after a delay, so that the message can be read; not if the person has left before. */
export function useGoLater(): (plan: Plan) => void {
  const navigate = useNavigate();
  const [plan, setPlan] = useState<Plan>();
  useEffect(() => {
    if (!plan) return;
    const timer = setTimeout(() => void navigate(plan.to, { state: plan.state }), plan.seconds * 1000);
    return () => clearTimeout(timer);
  }, [plan, navigate]);
  return setPlan;
}
