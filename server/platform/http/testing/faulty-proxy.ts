import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../../../testing/listen.ts';

/** What a proxy does to a request: it passes it on, or one of these faults. */
type Fault =
  | 'none'
  /** Answers 503, as a store that is overloaded. */
  | 'busy'
  /** Answers 507 as a store without space; what only reads passes. */
  | 'full'
  /** Answers 403, as a store to a presigned URL whose time is over. */
  | 'expired'
  /** Cuts the connection. */
  | 'cut'
  /** Passes the request on, and cuts the connection in place of the answer. */
  | 'answer lost'
  /** Waits so many milliseconds first. */
  | { wait: number };

export type FaultyProxy = {
  url: string;
  /** Chooses the fault of each request, which has the given number; until it is called there are none. */
  choose: (fault: (number: number, request: IncomingMessage) => Fault) => void;
  stop: () => Promise<void>;
};

/** Starts a proxy in front of a server. It passes every request on, unless `choose` names a fault for it. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let count = 0;
  let faultOf: (number: number, incoming: IncomingMessage) => Fault = () => 'none';
  const server = createServer(async (incoming, response) => {
    count += 1;
    const fault = faultOf(count, incoming);
    const isWrite = incoming.method === 'PUT' || incoming.method === 'POST';
    if (fault === 'cut') incoming.socket.destroy();
    else if (fault === 'busy') refuse(incoming, response, 503, 'SlowDown');
    else if (fault === 'expired') refuse(incoming, response, 403, 'AccessDenied');
    else if (fault === 'full' && isWrite) refuse(incoming, response, 507, 'QuotaExceeded');
    else {
      if (typeof fault === 'object') await setTimeout(fault.wait);
      pass(incoming, response, target, fault === 'answer lost');
    }
  });
  const { url, close: stop } = await listen(server);
  return {
    url,
    choose: (fault) => {
      faultOf = fault;
    },
    stop,
  };
}

function refuse(incoming: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  // the body is read first: a client that is still sending would see a lost connection
  incoming.resume().once('end', () => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
  });
}

function pass(incoming: IncomingMessage, response: ServerResponse, target: string, loseAnswer: boolean): void {
  const { method, url, headers } = incoming;
  // the host stays as it was signed
  const outgoing = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
    if (loseAnswer) {
      answer.resume().once('end', () => incoming.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
}
