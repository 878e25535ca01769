// Computes the figures of a stretch of the job as the classes Findings, Balance, CallTimes, CollectiveTimes and Matrix do
// for the whole job. A time that crosses an end of the stretch counts with its part inside; calls, messages and bytes count
// where they start, collective operations where the last rank calls them. Rows are texts, as the class HtmlSections has
// them.

const FIRST_CARDS = 3, MOST_ROWS = 100, MOST_PAIRS = 10, MOST_LATE = 32, NAMED = 3;
const UNKNOWN = "unknown line";
const AWAITED = Math.max(...data.awaited) + 1;

class Figures {
  constructor(ranks, from, to) {
    Object.assign(this, {ranks, from, to});
    this.balance = ranks.map(rank => this.balanceOf(rank));
    this.time = Math.max(1, ranks.reduce((sum, rank) => sum + this.lifeOf(rank), 0));
    this.instances = this.findInstances();
    this.findings = this.findFindings();
    this.matrix = this.findMatrix();
  }

  clip(start, end) {
    return Math.max(0, Math.min(end, this.to) - Math.max(start, this.from));
  }

  has(time) {
    return time >= this.from && (time < this.to || time <= this.to && this.to >= data.span);
  }

  lifeOf(rank) {
    return rank.recording < 0 ? 0 : this.clip(rank.from, rank.to);
  }

  lost(rank, i) {
    return this.clip(rank.start[i], rank.start[i] + rank.lost[i]);
  }

  slow(rank, i) {
    return this.clip(rank.end[i] - rank.slow[i], rank.end[i]);
  }

  own(rank, i) {
    return this.clip(rank.end[i] - rank.own[i], rank.end[i]);
  }

  // ---- load balance ----

  balanceOf(rank) {
    let all = 0, inMpi = 0, end = -Infinity;
    for (let i = 0; i < rank.count; i++) {
      all += (this.lost(rank, i) + this.slow(rank, i)) * rank.weight[i];
      if (rank.own[i] === 0) continue;
      inMpi += this.clip(Math.max(rank.start[i], end), rank.end[i]) + this.own(rank, i) * (rank.weight[i] - 1);
      end = Math.max(end, rank.end[i]);
    }
    const life = this.lifeOf(rank);
    inMpi = Math.min(inMpi, life);
    const lost = Math.min(all, inMpi);
    const gc = this.collections(rank).reduce((sum, pause) => sum + pause.nanos, 0);
    return {computing: Math.max(0, Math.max(0, life - inMpi) - gc), gc, mpi: inMpi - lost, lost};
  }

  collections(rank) {
    if (rank.recording < 0) return [];
    return data.pauses[rank.recording]
      .filter(([start, duration, gc]) => gc && start + duration > rank.from && start < rank.to)
      .map(([start, duration, , name]) => ({start, end: start + duration, name, nanos: this.clip(start, start + duration)}))
      .filter(pause => pause.nanos > 0);
  }

  shares() {
    const sum = part => this.balance.reduce((all, rank) => all + rank[part], 0);
    const parts = ["computing", "gc", "mpi", "lost"].map(part => [part, sum(part)]);
    const whole = Math.max(1, parts.reduce((all, [, time]) => all + time, 0));
    return parts.map(([part, time]) => [part, time / whole]);
  }

  // ---- findings ----

  findFindings() {
    const sums = new Map();
    const add = (rank, i, cause, lost, culprit, call) => {
      if (lost <= 0) return;
      const [, name, site] = data.labels[rank.label[i]];
      const key = cause + "\n" + name + "\n" + site;
      let sum = sums.get(key);
      if (!sum) {
        sum = {cause, call: name, site, lost: 0, count: 0, victims: new Map(), culprits: new Map(), calls: new Map(),
          worst: null, most: 0};
        sums.set(key, sum);
      }
      const all = lost * rank.weight[i];
      sum.lost += all;
      sum.count += rank.weight[i];
      plus(sum.victims, rank.number, all);
      if (culprit >= 0) {
        plus(sum.culprits, culprit, all);
        plus(sum.calls, callText(call), all);
      }
      if (lost <= sum.most) return;
      sum.most = lost;
      sum.worst = {rank, i, start: rank.start[i], end: rank.end[i], number: rank.number};
    };
    for (const rank of this.ranks)
      for (let i = 0; i < rank.count; i++) {
        if (rank.lost[i]) add(rank, i, causeOf(rank, i), this.lost(rank, i), rank.blamed[i], rank.culprit[i]);
        if (rank.slow[i]) add(rank, i, rank.flags[i] & 4 ? "FIRST_CALL" : "SLOW_COLLECTIVE", this.slow(rank, i), -1);
      }
    const all = [...sums.values()];
    for (const sum of all) sum.text = this.textOf(sum);
    const pauses = this.pausesFinding();
    if (pauses) all.push(pauses);
    return all.sort((one, other) => other.lost - one.lost);
  }

  textOf(sum) {
    const culprits = byTime(sum.culprits);
    switch (sum.cause) {
      case "LATE_SENDER":
        return this.waits(sum) + "for late messages of " + named(culprits) + ", sent by " + byTime(sum.calls)[0][0] + ".";
      case "LATE_RECEIVER":
        return this.waits(sum) + "for late receives of " + named(culprits) + ", by " + byTime(sum.calls)[0][0] + ".";
      case "HELD_LOCK":
        return this.waits(sum) + "for " + named(culprits) + ", which " + (culprits.length === 1 ? "has" : "have") + " the lock.";
      case "SLOW_METHOD":
        return this.waits(sum) + "for " + named(culprits) + ", which " + (culprits.length === 1 ? "runs" : "run") + " the method.";
      case "FIRST_CALL":
        return this.firstText(sum);
      case "SLOW_COLLECTIVE":
        return this.slowText(sum);
      default:
        return this.waits(sum) + "for " + named(culprits) + ", which " + (culprits.length === 1 ? "calls" : "call")
          + " it last.";
    }
  }

  waits(sum) {
    return capital(this.all(sum.victims)) + (sum.victims.size === 1 ? " waits" : " wait") + " in " + sum.call + " at "
      + sum.site + " ";
  }

  all(victims) {
    const size = victims.size;
    if (size === this.ranks.length && size > 1) return size === 2 ? "both ranks" : "all " + size + " ranks";
    return ranksText([...victims.keys()].sort((one, other) => one - other));
  }

  slowText(sum) {
    const {rank, i} = sum.worst;
    const worst = this.instances.get(instanceKey(rank, i));
    const algorithm = data.labels[rank.label[i]][3];
    const time = worst.end - worst.last;
    return sum.call + " at " + sum.site + (algorithm ? " (algorithm " + algorithm + ")" : "") + " of "
      + bytesText(worst.bytes) + " per rank on " + countText(worst.size, "rank") + " takes up to " + timeText(time)
      + " after the last rank has called it; messages of this job suggest " + timeText(Math.max(0, time - rank.slow[i]))
      + ".";
  }

  firstText(sum) {
    const worst = this.instances.get(instanceKey(sum.worst.rank, sum.worst.i));
    const later = [...this.instances.values()].filter(some => !some.first && some.call === sum.call)
      .map(some => some.end - some.last).sort((one, other) => one - other);
    return "The first " + sum.call + " at " + sum.site + " on " + countText(worst.size, "rank") + " takes "
      + timeText(worst.end - worst.last) + " after the last rank has called it, as JVMs load and compile its code; "
      + (later.length === 0 ? "there is no later one." : "a later one " + timeText(later[later.length >> 1]) + ".");
  }

  pausesFinding() {
    const victims = new Map();
    let longest = null, count = 0, lost = 0;
    for (const rank of this.ranks)
      for (const pause of this.collections(rank)) {
        plus(victims, rank.number, pause.nanos);
        count++;
        lost += pause.nanos;
        if (!longest || pause.nanos > longest.nanos) longest = {...pause, number: rank.number};
      }
    return longest && {cause: "GC_PAUSE", call: "", site: "", lost, count, victims, culprits: new Map(), worst: longest,
      text: "The garbage collector stops " + this.all(victims) + ", each time for up to " + timeText(longest.nanos) + " ("
        + longest.name + ")."};
  }

  // Returns the cards: title, figure, its share, text, how many times, worst event.
  cards(first) {
    return this.findings.slice(0, first).map(finding => ({
      cause: finding.cause, figure: timeText(finding.lost), share: this.share(finding.lost), text: finding.text,
      count: countText(finding.count), worst: finding.worst,
    }));
  }

  share(time) {
    return percentText(time / this.time);
  }

  // ---- tables ----

  more(first) {
    return this.findings.slice(first).map(finding => [
      data.causes[data.causeNames.indexOf(finding.cause)], timeText(finding.lost), countText(finding.count), finding.text]);
  }

  late() {
    const costs = new Map();
    for (const finding of this.findings) {
      const column = data.awaited[data.causeNames.indexOf(finding.cause)];
      if (column < 0) continue;
      for (const [rank, time] of finding.culprits) {
        if (!costs.has(rank)) costs.set(rank, Array(AWAITED).fill(0));
        costs.get(rank)[column] += time;
      }
    }
    const sum = ([, times]) => times.reduce((all, time) => all + time, 0);
    return [...costs].sort((one, other) => sum(other) - sum(one) || one[0] - other[0])
      .map(([rank, times]) => ["rank " + rank, ...times.map(someText), someText(this.balance[rank].lost)]);
  }

  findMatrix() {
    const cells = new Map();
    const add = (sender, receiver, rank, i, lost) => {
      const key = sender * this.ranks.length + receiver;
      if (!cells.has(key)) cells.set(key, [sender, receiver, 0, 0, 0]);
      const cell = cells.get(key);
      cell[2] += rank.weight[i];
      cell[3] += rank.bytes[i] * rank.weight[i];
      cell[4] += lost * rank.weight[i] * data.unit;
    };
    for (const rank of this.ranks)
      for (let i = 0; i < rank.count; i++) {
        const kind = kindOf(rank, i), peer = rank.peer[i];
        if (peer < 0 || kind > RECEIVE || !this.has(rank.start[i])) continue;
        if (kind === SEND) {
          const receive = rank.receive[i];
          const other = receive < 0 ? 0 : this.lost(this.ranks[peer], receive);
          add(rank.number, peer, rank, i, this.lost(rank, i) + other);
        } else if (rank.send[i] < 0) add(peer, rank.number, rank, i, this.lost(rank, i));
      }
    return [...cells.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  }

  pairs() {
    return [...this.matrix].sort((one, other) => other[3] - one[3]).map(([sender, receiver, messages, bytes, lost]) => [
      "rank " + sender, "rank " + receiver, countText(messages), bytesText(bytes), bytesText(Math.floor(bytes / messages)),
      someText(lost / data.unit)]);
  }

  // Waits inside a call, and the second half of a Sendrecv, belong to the call.
  calls(bySite) {
    const rows = new Map();
    const messages = new Set(data.labels.filter(([kind]) => kind <= RECEIVE).map(([, call]) => call));
    for (const rank of this.ranks)
      for (let i = 0; i < rank.count; i++) {
        const [kind, call, site] = data.labels[rank.label[i]];
        const starts = this.has(rank.start[i]);
        if (kind === EXECUTION || kind === WAIT && rank.flags[i] & 8 || !starts && this.clip(rank.start[i], rank.end[i]) === 0) continue;
        const key = bySite ? call + "\n" + site : call;
        let row = rows.get(key);
        if (!row) {
          row = {call, site, count: 0, time: 0, first: 0, longest: 0, lost: 0, bytes: 0, ranks: new Set()};
          rows.set(key, row);
        }
        const own = this.own(rank, i), weight = rank.weight[i];
        if (starts && !(rank.flags[i] & 8) && (bySite || kind !== WAIT || !messages.has(call))) row.count += weight;
        row.time += own * weight;
        if (rank.flags[i] & 2) row.first += own * weight;
        else row.longest = Math.max(row.longest, own);
        row.lost += (this.lost(rank, i) + this.slow(rank, i)) * weight;
        if (starts) row.bytes += rank.bytes[i] * weight;
        row.ranks.add(rank.number);
      }
    return [...rows.values()].sort((one, other) => other.time - one.time || other.count - one.count).map(row => [
      row.call, ...bySite ? [row.site] : [], countText(row.count), "" + row.ranks.size, timeText(row.time),
      this.share(row.time), someText(row.first), someText(row.longest), someText(row.lost),
      row.bytes === 0 ? "" : bytesText(row.bytes)]);
  }

  // Returns the collective operations by what the events of one operation have in common.
  findInstances() {
    const all = new Map();
    for (const rank of this.ranks)
      for (let i = 0; i < rank.count; i++) {
        if (kindOf(rank, i) !== COLLECTIVE) continue;
        const key = instanceKey(rank, i);
        let some = all.get(key);
        if (!some) {
          const [, call, , algorithm, , size] = data.labels[rank.label[i]];
          some = {call, algorithm, size, count: 0, bytes: 0, weight: 1, last: -Infinity, end: -Infinity, first: false,
            waited: 0, slow: 0};
          all.set(key, some);
        }
        some.count++;
        some.size = Math.max(some.size, some.count);
        some.bytes = Math.max(some.bytes, rank.bytes[i]);
        some.weight = Math.max(some.weight, rank.weight[i]);
        some.last = Math.max(some.last, rank.start[i]);
        some.end = Math.max(some.end, rank.end[i]);
        some.first = some.first || (rank.flags[i] & 2) > 0;
        some.waited += rank.lost[i] * rank.weight[i];
        some.slow += rank.slow[i] * rank.weight[i];
      }
    return all;
  }

  collectives() {
    const groups = new Map();
    for (const some of this.instances.values()) {
      if (!this.has(some.last)) continue;
      let range = some.bytes === 0 ? 0 : 1;
      while (range < some.bytes) range *= 4;
      const key = [some.call, some.algorithm, some.size, range].join("\n");
      if (!groups.has(key)) groups.set(key, {range, all: []});
      groups.get(key).all.push(some);
    }
    const compare = (one, other) => one < other ? -1 : one > other ? 1 : 0;
    return [...groups.values()].sort((one, other) => {
      const [a, b] = [one.all[0], other.all[0]];
      return compare(a.call, b.call) || a.size - b.size || one.range - other.range || compare(a.algorithm, b.algorithm);
    }).map(({range, all}) => {
      const time = some => some.end - some.last;
      const later = all.filter(some => !some.first).map(time).sort((one, other) => one - other);
      const first = Math.max(0, ...all.filter(some => some.first).map(time));
      const sum = name => all.reduce((whole, some) => whole + some[name], 0);
      return [all[0].call, all[0].algorithm, "" + all[0].size, bytesText(range), countText(sum("weight")), someText(first),
        someText(later[later.length >> 1] || 0), someText(later[later.length - 1] || 0), someText(sum("waited")),
        someText(sum("slow"))];
    });
  }

  pauses() {
    const rows = [];
    data.pauses.forEach((pauses, recording) => {
      const inside = pauses.map(([start, duration, gc]) => [this.clip(start, start + duration), gc, this.has(start)])
        .filter(([time, , starts]) => time > 0 || starts);
      const times = some => inside.filter(([, gc]) => !gc === !some).map(([time]) => time);
      if (inside.length === 0) return;
      const sum = all => all.reduce((whole, time) => whole + time, 0);
      const gc = times(true), others = times(false);
      const ranks = this.ranks.filter(rank => rank.recording === recording);
      rows.push([ranks.length === 0 ? "recording " + recording : ranksText(ranks.map(rank => rank.number)),
        ranks.length === 0 ? "" : ranks[0].host, "" + gc.length, timeText(sum(gc)), timeText(Math.max(0, ...gc)),
        "" + others.length, timeText(sum(others))]);
    });
    return rows;
  }
}

const causeOf = (rank, i) => data.causeNames[(rank.flags[i] >> 4) - 1];

const instanceKey = (rank, i) => {
  const [, call, , , context] = data.labels[rank.label[i]];
  return context + "\n" + rank.aux[i] + "\n" + call;
};

const callText = label => data.labels[label][2] === UNKNOWN ? data.labels[label][1]
  : data.labels[label][1] + " at " + data.labels[label][2];

const plus = (map, key, value) => map.set(key, (map.get(key) || 0) + value);

const byTime = map => [...map].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

const someText = time => time === 0 ? "" : timeText(time);

function countText(count, noun) {
  const text = count.toLocaleString("en");
  return noun ? text + " " + noun + (count === 1 ? "" : "s") : text;
}

function percentText(share) {
  if (!(share > 0)) return "0 %";
  return share < .0005 ? "< 0.1 %" : digits(Math.round(share * 1000) / 10) + " %";
}

function named(ranks) {
  if (ranks.length === 1) return "rank " + ranks[0][0];
  const sum = ranks.reduce((all, [, time]) => all + time, 0);
  return "ranks " + ranks.slice(0, NAMED).map(([rank, time]) => rank + " (" + percentText(time / sum) + ")").join(", ")
    + (ranks.length > NAMED ? " and " + countText(ranks.length - NAMED, "other") : "");
}

// Names sorted ranks, stretches of them in short.
function ranksText(ranks) {
  const parts = [];
  for (let i = 0; i < ranks.length;) {
    const first = ranks[i];
    let last = first;
    while (++i < ranks.length && ranks[i] === last + 1) last++;
    parts.push(last === first ? first : last === first + 1 ? first + ", " + last : first + " to " + last);
  }
  return (ranks.length === 1 ? "rank " : "ranks ") + parts.join(", ");
}
