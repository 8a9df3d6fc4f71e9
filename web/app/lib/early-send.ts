import { type Answer, NetworkError, type Outgoing, viaFetch } from './transport.ts';

type Sent = { body: string; answer: Promise<Response> };
/** A form that `attend` looks after keeps what it has sent until the page lives. */
type AttendedForm = HTMLFormElement & { sentEarly?: Sent };

/**
 * Lets a form be sent before the page lives: sends its fields as JSON and keeps the answer for the page. Runs in the
 * page as text, so it may use nothing from around it.
 */
function attend(form: AttendedForm | null, url: string): void {
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (!form || !button) return;
  form.onsubmit = (event) => {
    event.preventDefault();
    event.stopPropagation(); // the page may begin to live just now, and must not send it as well
    if (form.sentEarly) return;
    button.disabled = true;
    button.ariaBusy = 'true';
    // a hidden field holds what this browser keeps under its name
    for (const field of form.querySelectorAll<HTMLInputElement>('[type=hidden]')) {
      try {
        field.value = localStorage.getItem(field.name) ?? '';
      } catch {
        field.value = ''; // a browser that forbids storage altogether
      }
    }
    const body = JSON.stringify(Object.fromEntries(new FormData(form)));
    const answer = fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    answer.catch(() => undefined); // told when the page lives
    form.sentEarly = { body, answer };
  };
  button.disabled = false;
}

/** The script to stand at the end of a form whose fields are the body of the call at `url`. */
export const attendance = (url: string): string =>
  import.meta.env.SSR ? `(${attend})(document.currentScript.parentElement,${JSON.stringify(url)})` : '';

/** Takes a form over from its script when the page lives. Gives, once, whether it was sent meanwhile and is to be gone on with. */
export function takeOver(form: AttendedForm): boolean {
  const wasAttended = form.onsubmit !== null;
  form.onsubmit = null;
  return wasAttended && form.sentEarly !== undefined;
}

/** Answers with what an early sending of the same content was answered, once; otherwise sends. */
export const viaEarlier =
  (form: AttendedForm) =>
  async (outgoing: Outgoing): Promise<Answer> => {
    const { sentEarly } = form;
    delete form.sentEarly;
    if (!sentEarly || sentEarly.body !== outgoing.body) return viaFetch(outgoing);
    try {
      const { status, headers, text } = await sentEarly.answer.then(async (response) => ({
        status: response.status,
        headers: response.headers,
        text: await response.text(),
      }));
      return { status, text, header: (name) => headers.get(name) };
    } catch (cause) {
      throw new NetworkError(undefined, { cause });
    }
  };
