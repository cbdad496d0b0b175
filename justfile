# The recipes of ./run, for those who like just.

# Build the command line and the libraries into build/.
build:
    ./run build

# Run every check.
test:
    ./run test

# Compile CUDA programs with NVIDIA's nvcc and run them through ferry.
demo:
    ./run demo

# Remove what was built.
clean:
    ./run clean
