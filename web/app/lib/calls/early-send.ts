import { type Answer, answered, type Outgoing, viaFetch } from './transport.ts';

type Sent = { body: string; answer: Promise<Response> };
/** A form with the early-send script; it holds what it has sent until hydration. */
type AttendedForm = HTMLFormElement & { sentEarly?: Sent };

/**
 * Lets a form be sent before hydration: sends its fields as JSON and keeps the response for the hydrated page. It runs
 * in the page as text, so it may use nothing from the surrounding module.
 */
function attend(form: AttendedForm | null, url: string): void {
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (!form || !button) return;
  form.onsubmit = (event) => {
    event.preventDefault();
    event.stopPropagation(); // hydration may happen at this moment, and must not send the form as well
    if (form.sentEarly) return;
    button.disabled = true;
    button.ariaBusy = 'true';
    // a hidden field takes the value that local storage holds under the field's name
    for (const field of form.querySelectorAll<HTMLInputElement>('[type=hidden]')) {
      try {
        field.value = localStorage.getItem(field.name) ?? '';
      } catch {
        field.value = ''; // a browser that forbids storage altogether
      }
    }
    const body = JSON.stringify(Object.fromEntries(new FormData(form)));
    const answer = fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    answer.catch(() => undefined); // reported after hydration
    form.sentEarly = { body, answer };
  };
  button.disabled = false;
}

/** The script for the end of a form whose fields are the body of the call at `url`. */
export const attendance = (url: string): string =>
  import.meta.env.SSR ? `(${attend})(document.currentScript.parentElement,${JSON.stringify(url)})` : '';

/**
 * Takes a form over from its script at hydration. Returns, once, whether it was sent before and its submission must be
 * continued.
 */
export function takeOver(form: AttendedForm): boolean {
  const wasAttended = form.onsubmit !== null;
  form.onsubmit = null;
  return wasAttended && form.sentEarly !== undefined;
}

/** Returns the response to an earlier submission of the same content, once; otherwise sends. */
export const viaEarlier =
  (form: AttendedForm) =>
  async (outgoing: Outgoing): Promise<Answer> => {
    const { sentEarly } = form;
    delete form.sentEarly;
    return sentEarly && sentEarly.body === outgoing.body ? answered(sentEarly.answer) : viaFetch(outgoing);
  };
