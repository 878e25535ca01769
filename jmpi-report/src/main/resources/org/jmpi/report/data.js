// Reads the data of the page. The columns of events are those of the class EventColumns.

const SEND = 0, RECEIVE = 1, WAIT = 2, COLLECTIVE = 3, ACCESS = 4, CONNECTION = 5, EXECUTION = 6;

const byId = id => document.getElementById(id);

const data = JSON.parse(byId("data").textContent);

// Returns the bytes of the events, unpacked.
async function unpack() {
  const text = atob(byId("events").textContent);
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Reads numbers of 7 bits per byte, the lowest ones first.
class Numbers {
  constructor(bytes, from) {
    this.bytes = bytes;
    this.at = from;
  }

  next() {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  // Differences: 0, -1, 1, -2, ... are coded as 0, 1, 2, 3, ...
  signed() {
    const value = this.next();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
}

// Returns the ranks, each with its columns. last[i] is the latest end of the events 0 to i that are inside a call.
function readRanks(bytes) {
  let from = 0;
  const columns = data.lengths.map(length => {
    const numbers = new Numbers(bytes, from);
    from += length;
    return numbers;
  });
  return data.counts.map((count, rank) => readRank(columns, count, rank));
}

function readRank(columns, count, number) {
  const [start, duration, label, flags, peer, size, aux, lost, slow, weight, send, outside, blamed, culprit] = columns;
  const [from, to, recording, finalized, host] = data.ranks[number];
  const rank = {
    number, count, from, to, recording, finalized, host,
    start: new Float64Array(count), end: new Float64Array(count), label: new Uint32Array(count),
    flags: new Uint8Array(count), peer: new Int32Array(count), bytes: new Float64Array(count),
    aux: new Float64Array(count), lost: new Float64Array(count), slow: new Float64Array(count),
    own: new Float64Array(count), blamed: new Int32Array(count), culprit: new Int32Array(count),
    weight: new Uint32Array(count), send: new Int32Array(count), last: new Float64Array(count),
  };
  let time = 0, other = 0, last = 0;
  const sends = new Int32Array(data.counts.length);
  for (let i = 0; i < count; i++) {
    rank.start[i] = time += start.next();
    rank.end[i] = time + duration.next();
    rank.label[i] = label.next();
    rank.flags[i] = flags.next();
    rank.peer[i] = peer.next() - 1;
    rank.bytes[i] = size.next();
    rank.aux[i] = other += aux.signed();
    rank.lost[i] = lost.next();
    rank.slow[i] = slow.next();
    rank.weight[i] = weight.next();
    rank.send[i] = readSend(send, rank.peer[i], sends);
    const apart = outside.next();
    rank.own[i] = rank.flags[i] & 1 ? rank.end[i] - rank.start[i] - apart : 0;
    rank.blamed[i] = blamed.next() - 1;
    rank.culprit[i] = culprit.next() - 1;
    if (rank.end[i] > last) last = rank.end[i];
    rank.last[i] = last;
  }
  return rank;
}

function readSend(column, peer, sends) {
  const code = column.next();
  if (code === 0) return -1;
  const distance = code - 1;
  return sends[peer] += distance % 2 ? -(distance + 1) / 2 : distance / 2;
}

// Sets receive[i] of each rank: the place of the receive of a send among those of the receiver; -1 if there is none.
function linkSends(ranks) {
  for (const rank of ranks) rank.receive = new Int32Array(rank.count).fill(-1);
  for (const rank of ranks)
    for (let i = 0; i < rank.count; i++) if (rank.send[i] >= 0) ranks[rank.peer[i]].receive[rank.send[i]] = i;
}

const kindOf = (rank, i) => data.labels[rank.label[i]][0];

function digits(value) {
  return value >= 99.95 ? value.toFixed(0) : String(+value.toPrecision(3));
}

// Writes units of the page as a time.
function timeText(units) {
  const nanos = units * data.unit;
  const size = Math.abs(nanos);
  if (size < 1e3) return nanos.toFixed(0) + " ns";
  if (size < 1e6) return digits(nanos / 1e3) + " µs";
  if (size < 1e9) return digits(nanos / 1e6) + " ms";
  return size < 6e11 ? digits(nanos / 1e9) + " s" : digits(nanos / 6e10) + " min";
}

function bytesText(bytes) {
  if (bytes < 1024) return bytes + " B";
  for (const unit of ["KiB", "MiB", "GiB"]) {
    bytes /= 1024;
    if (bytes < 1024) return digits(bytes) + " " + unit;
  }
  return digits(bytes / 1024) + " TiB";
}

const colour = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

// Returns the parts of a colour #rrggbb.
const parts = name => {
  const value = parseInt(colour(name).slice(1), 16);
  return [value >> 16, value >> 8 & 255, value & 255];
};
