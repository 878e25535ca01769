#!/bin/bash
# Four ranks on two nodes, started in two ways. In the folder of your program: sbatch /path/to/job.sh
#SBATCH --job-name=jmpi
#SBATCH --nodes=2
#SBATCH --ntasks=4
#SBATCH --time=00:10:00
set -euo pipefail

# The folder of JMPI's distribution, and the class path and main class of your program. Every node sees both folders.
jmpi=${JMPI_HOME:-$HOME/jmpi}
classes=${CLASSES:-classes}
program=${PROGRAM:-Hello}

# Slurm starts the ranks. They meet by PMI if srun offers it (--mpi=pmi2, or the site's default), else by a file in the
# working folder, or in the folder JMPI_WIREUP_DIR, which every node must see. With -K, srun ends all when one fails.
srun -K java -cp "$jmpi/lib/*:$classes" "$program"

# jmpirun starts the ranks on the nodes of the job: it knows deadlocks, --check, and all its other options.
"$jmpi/bin/jmpirun" -np "$SLURM_NTASKS" -cp "$classes" "$program"
