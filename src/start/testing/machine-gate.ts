// Runs inside a machine of machine.ts, and keeps it alive. Forwards connections into and out of its network through
// Unix sockets in the shared file system. Exits when its standard input is closed.
//   node machine-gate.ts <socket into it> [<socket out of it, from port 3000 on>…]
import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

const [into = '', ...outOf] = process.argv.slice(2);

// The first line holds the port and the addresses of both ends.
const gates = [createGate((socket, first) => forward(socket, JSON.parse(first) as NetConnectOpts)).listen(into)];
for (const [index, path] of outOf.entries())
  gates.push(createServer((socket) => forward(socket, { path })).listen(3000 + index, '127.0.0.1'));
await Promise.all(gates.map((server) => once(server, 'listening')));
process.stdout.write('ready\n');
process.stdin.resume().once('end', () => process.exit());

function createGate(open: (socket: Socket, first: string) => void): Server {
  return createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('readable', () => {
      const received = socket.read() as Buffer | null;
      if (received === null) return void socket.destroy();
      const end = received.indexOf('\n');
      socket.unshift(received.subarray(end + 1));
      open(socket, received.subarray(0, end).toString());
    });
  });
}

function forward(one: Socket, address: NetConnectOpts): void {
  const other = connect({ ...address, allowHalfOpen: true });
  // An end of one side ends the other side; a reset resets both.
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy()).once('close', () => other.destroy());
  other.on('error', () => one.destroy()).once('close', () => one.destroy());
}
